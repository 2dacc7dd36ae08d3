/* The server's calls as every peer makes them, with the browser's own fetch. */

export const pageSize = 20

async function send(method, path, fields) {
  const token = localStorage.getItem('token')
  const answer = await fetch(path, {
    method,
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    ...(fields ? { body: new URLSearchParams(fields) } : {}),
  })
  const body = answer.ok ? await answer.json() : { code: answer.status, msg: answer.statusText }
  if (body.code !== 200) throw Object.assign(new Error(body.msg), { status: answer.status })
  return body
}

export const isSignedIn = () => localStorage.getItem('token') !== null

export async function userInfo() {
  return (await send('GET', '/admin/user/query/user/info')).info
}

export async function signIn(phone, pwd) {
  localStorage.removeItem('token')
  await send('POST', '/admin/user/login', { phone, pwd })
  const user = await userInfo()
  localStorage.setItem('token', `${user.id}${user.phone}`)
  return user
}

export const signOut = () => localStorage.removeItem('token')

const given = (filters) => Object.fromEntries(Object.entries(filters).filter(([, value]) => value))

/** Rows and how many there are; the list of certifications does not say, so it is one page more. */
export async function findRows(resource, page, filters = {}) {
  const fields = { page, pageSize, ...given(filters) }
  if (resource === 'reports') {
    const own = { status: 0, videoType: 1, ...fields }
    const { data } = await send('POST', '/admin/data/report/list', own)
    return { rows: data.list, total: data.total }
  }
  const { data } = await send('POST', '/admin/data/auth/list', fields)
  const more = data.length === pageSize ? 1 : 0
  return { rows: data, total: (page - 1) * pageSize + data.length + more }
}

export async function getRow(resource, id) {
  const path = resource === 'reports' ? '/admin/ext/report' : '/admin/ext/certification'
  return (await send('GET', `${path}/${id}`)).data
}

export const findReasons = async () => (await send('GET', '/vedio/report/type/list')).data
export const findRoles = async () => (await send('GET', '/project/role/list')).data

export async function findHistory(queue, id) {
  return (await send('GET', `/admin/ext/history?queue=${queue}&id=${id}`)).data
}

export async function videoLink(id) {
  return (await send('POST', '/admin/data/play/personal/getLink', { id })).data
}

export const pictureAddress = (name) => (/^https?:/.test(name) ? name : `/pictures/${name}`)
export const shownTime = (time) => (time ?? '').replace('T', ' ')
export const statusNames = { 0: 'Pending', 3: 'Rejected', 5: 'Approved', 8: 'Taken down' }
