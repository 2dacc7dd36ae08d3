import type { Member, Report, Status, Video } from './database.ts'
import { reportReasons } from './outgoing.ts'

/* The pages, printed on the server. They have no script. */

class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function print(value: unknown): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(print).join('')
  if (value === undefined || value === false) return ''
  return String(value).replace(/[&<>"]/g, (one) => entities[one] ?? one)
}

/** Everything that is not HTML itself is escaped. */
const html = (parts: TemplateStringsArray, ...values: unknown[]) =>
  new Html(String.raw({ raw: parts }, ...values.map(print)))

export const style = `
  :root { color-scheme: light dark; --line: light-dark(#d5d8dc, #3c4249); --soft: light-dark(#f4f5f7, #1e2227);
    --link: light-dark(#0b5cad, #7db7f2); --quiet: light-dark(#59616b, #a4adb7) }
  body { font: 16px/1.5 system-ui, sans-serif; color: light-dark(#1a1a1a, #e8eaed);
    background: light-dark(#fff, #15181b); max-width: 44rem; margin: 0 auto; padding: 1rem }
  header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center;
    border-bottom: 1px solid var(--line); padding-bottom: .75rem }
  header strong { margin-right: auto }
  h1 { font-size: 1.5rem } h2 { font-size: 1.125rem; margin: .5rem 0 }
  p { margin: .5rem 0 }
  article, form[aria-label] { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem 1rem;
    margin: 1rem 0 }
  form[aria-label], article ul { background: var(--soft) }
  article ul { border-radius: .375rem; padding: .5rem .75rem .5rem 2rem }
  .films { list-style: none; padding: 0 }
  .films li { border-bottom: 1px solid var(--line); padding: .75rem 0; color: var(--quiet) }
  .films a { display: block; font-weight: 600 }
  [data-status]::before { content: ""; display: inline-block; width: .625rem; height: .625rem;
    margin-right: .5rem; border-radius: 50%; background: #b7791f }
  [data-status=approved]::before { background: #2f855a }
  [data-status=rejected]::before, [data-status="taken down"]::before { background: #c53030 }
  video { width: 100%; max-height: 75vh; background: #000; border-radius: .5rem }
  label { display: block; margin: .5rem 0 }
  input, textarea, select { font: inherit; box-sizing: border-box; max-width: 100%; padding: .375rem .5rem;
    border: 1px solid var(--line); border-radius: .375rem; background: light-dark(#fff, #15181b); color: inherit }
  input[type=file] { border: 0; padding: 0; background: none }
  input:not([type=file]), textarea { display: block; width: 100% }
  button { font: inherit; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: .375rem;
    background: var(--soft); color: inherit; cursor: pointer }
  summary { cursor: pointer }
  details { margin: .75rem 0 }
  a { color: var(--link) }
  [role=alert] { color: light-dark(#a40000, #ff9a9a) }
`

export function page(title: string, member: Member | undefined, content: unknown): string {
  const account = member
    ? html`<a href="/studio">My videos</a> <a href="/reports">My reports</a>
        <form method="post" action="/sign-out"><button>Sign out ${member.name}</button></form>`
    : html`<a href="/sign-in">Sign in</a>`
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>${title} · Example platform</title>
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <header><strong><a href="/">Example platform</a></strong> ${account}</header>
  <main>
    <h1>${title}</h1>
    ${content}
  </main>
</body>
</html>`.text
}

export const signInForm = html`<form method="post" action="/sign-in">
  <label>Your name <input name="name" required maxlength="60"></label>
  <button>Sign in</button>
</form>`

const watched = (views: number) => (views === 1 ? 'watched once' : `watched ${views} times`)

export const homeContent = (videos: Video[]) =>
  videos.length === 0
    ? html`<p>No video has been approved yet.</p>`
    : html`<ul class="films">${videos.map(
        ({ id, title, creator, views }) =>
          html`<li><a href="/watch/${id}">${title}</a> by ${creator}, ${watched(views)}</li>`,
      )}</ul>`

const videoFields = (video?: Video) => html`
  <label>Title <input name="title" required maxlength="200" value="${video?.title}"></label>
  <label>Description
    <textarea name="description" maxlength="5000" rows="3">${video?.description}</textarea></label>
  <label>${video ? 'Another file (optional)' : 'File (mp4 or webm)'}
    <input type="file" name="file" accept="video/mp4,video/webm" ${video ? '' : 'required'}></label>`

const creatorSays: Record<Status, string> = {
  pending: 'In review. Only you can see it.',
  approved: 'Approved. Everybody can watch it.',
  rejected: 'Rejected. Change it and send it again.',
  'taken down': 'Taken down after a review.',
  withdrawn: 'Deleted.',
}

const ownVideo = (video: Video) => html`<article aria-label="${video.title}">
  <h2><a href="/watch/${video.id}">${video.title}</a></h2>
  <p data-status="${video.status}">${creatorSays[video.status]}</p>
  ${video.reasons.length > 0 && html`<ul>${video.reasons.map((one) => html`<li>${one}</li>`)}</ul>`}
  <details>
    <summary>Change it</summary>
    <form method="post" action="/videos/${video.id}" enctype="multipart/form-data">
      ${videoFields(video)}
      <button>Send for review</button>
    </form>
  </details>
  <form method="post" action="/videos/${video.id}/delete"><button>Delete</button></form>
</article>`

/** The creator's page: what became of their videos, and why. */
export const studioContent = (videos: Video[]) => html`
  <form method="post" action="/videos" enctype="multipart/form-data" aria-label="Upload">
    ${videoFields()}
    <button>Upload</button>
  </form>
  ${videos.map(ownVideo)}`

const reportForm = ({ id }: Video) => html`<details>
  <summary>Report this video</summary>
  <form method="post" action="/videos/${id}/reports">
    <label>Reason <select name="reason">${reportReasons.map(
      ({ external_id, message_en }) => html`<option value="${external_id}">${message_en}</option>`,
    )}</select></label>
    <button>Report</button>
  </form>
</details>`

export const watchContent = (video: Video, member: Member | undefined) => html`
  <video src="/videos/${video.id}/file" controls aria-label="${video.title}"></video>
  <p>By ${video.creator}, ${watched(video.views)}</p>
  <p>${video.description}</p>
  ${member && member.id !== video.creatorId && reportForm(video)}`

const reporterIsTold: Record<Status, string> = {
  pending: 'We are looking at it.',
  'taken down': 'We took the video down. Thank you.',
  rejected: 'We found that it follows our rules.',
  withdrawn: 'Its creator has deleted it.',
  approved: '',
}

/** The reporter's page: what became of each of their reports. */
export const reportsContent = (reports: Report[]) =>
  reports.length === 0
    ? html`<p>You have reported nothing.</p>`
    : reports.map(
        ({ videoTitle, reason, status }) => html`<article aria-label="${videoTitle}">
  <h2>${videoTitle}</h2>
  <p>Reported for ${reportReasons.find((one) => one.external_id === reason)?.message_en}.
    ${reporterIsTold[status]}</p>
</article>`,
      )

export const problemContent = (problem: string) => html`<p role="alert">${problem}</p>`
