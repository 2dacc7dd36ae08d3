import {
  findReasons,
  findRoles,
  findRows,
  getRow,
  isSignedIn,
  pageSize,
  signIn,
  signOut,
  userInfo,
} from './calls.js'

const rolesAsRows = async () =>
  Object.entries(await findRoles()).map(([id, name]) => ({ id: Number(id), name }))

export const dataProvider = {
  async getList(resource, { pagination: { page }, filter }) {
    const { rows, total } = await findRows(resource, page, filter)
    const pageInfo = { hasNextPage: rows.length === pageSize, hasPreviousPage: page > 1 }
    return resource === 'reports' ? { data: rows, total } : { data: rows, pageInfo }
  },
  getOne: async (resource, { id }) => ({ data: await getRow(resource, id) }),
  async getMany(resource, { ids }) {
    const all = resource === 'reasons' ? await findReasons() : await rolesAsRows()
    return { data: all.filter(({ id }) => ids.includes(id)) }
  },
}

export const authProvider = {
  login: ({ username, password }) => signIn(username, password),
  logout: async () => signOut(),
  async checkAuth() {
    if (!isSignedIn()) throw new Error('signed out')
  },
  async checkError({ status }) {
    if (status === 401) throw new Error('signed out')
  },
  async getIdentity() {
    const { id, nickName } = await userInfo()
    return { id, fullName: nickName }
  },
}
