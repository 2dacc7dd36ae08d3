/* Replaces @ant-design/cssinjs in a build: the rules are in the static sheets, so nothing is computed. */
import { createContext } from 'react'

export const StyleContext = createContext({})
export const createTheme = () => undefined
export const useStyleRegister = () => undefined
export const unit = (value) => (typeof value === 'number' ? `${value}px` : value)

// Named by functions that the build drops.
export { getComputedToken } from '@ant-design/cssinjs/es/hooks/useCacheToken'
export { default as Keyframes } from '@ant-design/cssinjs/es/Keyframes'
export { genCalc } from '@ant-design/cssinjs/es/theme'
export { token2CSSVar } from '@ant-design/cssinjs/es/util/css-variables'
export const useCacheToken = () => []
export const useCSSVarRegister = () => []
