/*
 * Replaces @rc-component/util/es/Dom/dynamicCSS.js in a build: the few rules still created in the
 * browser (locking the page behind a dialog) go to sheets of the CSS object model, which a content
 * policy without 'unsafe-inline' allows. What cssinjs would insert is already in the static sheet.
 */

const sheets = new Map()
const fromCssInJs = 'data-css-hash'

export function updateCSS(css, key, option = {}) {
  if (option.mark !== fromCssInJs) {
    let sheet = sheets.get(key)
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheets.set(key, sheet)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }
    sheet.replaceSync(css)
  }
  return { setAttribute() {} }
}

export function injectCSS(css, option) {
  return updateCSS(css, css, option)
}

export function removeCSS(key) {
  const sheet = sheets.get(key)
  if (!sheet) return
  sheets.delete(key)
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
}

export function clearContainerCache() {}
