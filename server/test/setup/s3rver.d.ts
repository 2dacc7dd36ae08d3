/** It comes without types: what the tests use of it. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: object)
    run(): Promise<{ port: number; address: string }>
    close(): Promise<void>
  }
}
