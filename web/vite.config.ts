import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdStyles } from './build/antd-styles.ts'
import { chunkGroups, refuseCircles } from './build/chunks.ts'
import { compileHints } from './build/compile-hints.ts'
import { partLoader } from './build/parts.ts'

/* One address of the running server: `vite dev` passes the calls of the wire on to it. */
const server = process.env.SCREENING_ROOM_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  plugins: [react(), antdStyles(), partLoader(), compileHints(), refuseCircles()],
  server: {
    proxy: Object.fromEntries(
      ['/admin', '/project', '/vedio', '/pictures', '/media', '/config.json'].map((path) => [
        path,
        server,
      ]),
    ),
  },
  build: {
    target: 'es2022',
    manifest: true,
    // A data: address would have to be allowed by the server's content policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // These packages do not say so: without it, antd's unused form and its validator stay.
      treeshake: {
        moduleSideEffects: [
          { test: /node_modules[\\/](@ant-design|@rc-component)[\\/]/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
})
