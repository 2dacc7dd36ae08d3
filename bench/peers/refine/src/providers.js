import {
  findReasons,
  findRoles,
  findRows,
  getRow,
  isSignedIn,
  signIn,
  signOut,
  userInfo,
} from './calls.js'

const filtersOf = (filters = []) =>
  Object.fromEntries(filters.map(({ field, value }) => [field, value]))

export const dataProvider = {
  async getList({ resource, pagination, filters }) {
    if (resource === 'reasons') {
      const data = await findReasons()
      return { data, total: data.length }
    }
    if (resource === 'roles') {
      const all = Object.entries(await findRoles())
      return { data: all.map(([id, name]) => ({ id: Number(id), name })), total: all.length }
    }
    const { rows, total } = await findRows(
      resource,
      pagination?.currentPage ?? 1,
      filtersOf(filters),
    )
    return { data: rows, total }
  },
  getOne: async ({ resource, id }) => ({ data: await getRow(resource, id) }),
  getApiUrl: () => '',
}

export const authProvider = {
  async login({ email, password }) {
    // The form takes addresses of e-mail only.
    await signIn(email.split('@')[0], password)
    return { success: true, redirectTo: '/' }
  },
  async logout() {
    signOut()
    return { success: true, redirectTo: '/login' }
  },
  check: async () =>
    isSignedIn() ? { authenticated: true } : { authenticated: false, redirectTo: '/login' },
  onError: async (error) => (error.status === 401 ? { logout: true } : {}),
  async getIdentity() {
    const { id, nickName } = await userInfo()
    return { id, name: nickName }
  },
}
