import type { Plugin } from 'vite'

/*
 * Browsers compile a function when it is first called, on the thread that draws the page: a quarter of the work until the
 * first row. With this comment (V8; others pass over it) the whole file is compiled while it loads, on another thread.
 * Only for what nearly all runs at once.
 */

const hint = '//# allFunctionsCalledOnLoad\n'
const first =
  /^assets\/(index|start|kit|lists|Dashboard|(Certifications|Projects|Reports|Videos)Screen)-/

export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    // After Vite has written its lists of files: the comment counts on the first line only.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && first.test(chunk.fileName)) chunk.code = hint + chunk.code
      },
    },
  }
}
