import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { LoginForm, ProFormText } from '@ant-design/pro-components'
import { history, useModel } from '@umijs/max'
import { flushSync } from 'react-dom'
import { signIn } from '../calls.js'

export default function Login() {
  const { setInitialState } = useModel('@@initialState')
  const onFinish = async ({ username, password }) => {
    const currentUser = await signIn(username, password)
    flushSync(() => setInitialState((before) => ({ ...before, currentUser })))
    history.push('/certifications')
  }
  return (
    <LoginForm title="Screening Room" onFinish={onFinish}>
      <ProFormText
        name="username"
        fieldProps={{ size: 'large', prefix: <UserOutlined /> }}
        placeholder="Phone number"
        rules={[{ required: true }]}
      />
      <ProFormText.Password
        name="password"
        fieldProps={{ size: 'large', prefix: <LockOutlined /> }}
        placeholder="Password"
        rules={[{ required: true }]}
      />
    </LoginForm>
  )
}
