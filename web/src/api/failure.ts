/**
 * `refused`: the server refused, with a message for the user. `unconfirmed`: a change may or
 * may not have happened. `failed`: no usable response.
 */
export type FailureKind =
  | 'refused'
  | 'signedOut'
  | 'forbidden'
  | 'server'
  | 'unconfirmed'
  | 'failed'
  | 'cancelled'

/** As in the specification (section 8), until the texts are loaded. */
let defaultMessage = 'Request failed'
export function setDefaultMessage(text: string) {
  defaultMessage = text
}

interface Details {
  /** The envelope's `msg`, if any. */
  serverMessage?: string | undefined
  code?: number | undefined
  data?: unknown
  requestId?: string | undefined
}

export class ApiFailure extends Error {
  readonly kind: FailureKind
  readonly serverMessage: string | undefined
  readonly code: number | undefined
  readonly data: unknown
  readonly requestId: string | undefined
  /** The text of the toast, for a dialog to show in place. */
  shownMessage: string | undefined

  constructor(kind: FailureKind, { serverMessage, code, data, requestId }: Details = {}) {
    super(serverMessage || defaultMessage)
    this.name = 'ApiFailure'
    this.kind = kind
    this.serverMessage = serverMessage || undefined
    this.code = code
    this.data = data
    this.requestId = requestId
  }
}

export function asFailure(thrown: unknown): ApiFailure {
  return thrown instanceof ApiFailure ? thrown : new ApiFailure('failed')
}
