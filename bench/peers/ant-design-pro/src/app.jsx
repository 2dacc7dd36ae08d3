import '@ant-design/v5-patch-for-react-19'
import { history } from '@umijs/max'
import { isSignedIn, userInfo } from './calls.js'

const login = '/user/login'

export async function getInitialState() {
  if (history.location.pathname === login) return {}
  if (isSignedIn()) {
    const currentUser = await userInfo().catch(() => undefined)
    if (currentUser) return { currentUser }
  }
  history.push(login)
  return {}
}

export const layout = ({ initialState }) => ({
  title: 'Screening Room',
  avatarProps: { title: initialState?.currentUser?.nickName },
  onPageChange() {
    if (!initialState?.currentUser && history.location.pathname !== login) history.push(login)
  },
})
