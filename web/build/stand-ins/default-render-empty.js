/* Replaces antd/es/config-provider/defaultRenderEmpty.js in a build: a line instead of a picture. */

import useLocale from 'antd/es/locale/useLocale'
import { createElement } from 'react'

export default function DefaultRenderEmpty() {
  const [{ description }] = useLocale('Empty')
  return createElement('div', { className: 'sr-muted' }, description)
}
