declare module 'virtual:*'
declare module '*.css'
/** The package has types for its full build only, of which this is a part. */
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
