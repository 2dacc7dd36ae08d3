/*
 * Replaces antd/es/theme/useToken.js in a build. Colours and sizes are variables of the static sheets;
 * these few numbers are what components read in the browser. The build fills them in.
 */

import { DesignTokenContext } from 'antd/es/theme/context'
import { useContext } from 'react'

const moving = TOKENS
const still = { ...moving, motion: false }
const cssVar = { prefix: 'ant', key: 'sr' }

export default function useToken() {
  const { token } = useContext(DesignTokenContext)
  const now = token.motion ? moving : still
  return [undefined, now, '', now, cssVar, true]
}
