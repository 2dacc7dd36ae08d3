/* Replaces antd/es/theme/util/genStyleUtils.js in a build: the rules are in the static sheet. */

const key = 'sr'
const useNames = () => ['', key]
const useName = () => ''
const Nothing = () => null

export const genStyleHooks = /* @__PURE__ */ () => useNames
export const genComponentStyleHook = /* @__PURE__ */ () => useName
export const genSubStyleComponent = /* @__PURE__ */ () => Nothing

export const genCssVar = (antCls, component) => {
  const prefix = `--${antCls.replace(/\./g, '')}-${component}-`
  return [
    (name) => `${prefix}${name}`,
    (name, fallback) => (fallback ? `var(${prefix}${name}, ${fallback})` : `var(${prefix}${name})`),
  ]
}
