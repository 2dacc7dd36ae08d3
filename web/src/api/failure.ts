/**
 * `refused`: the server said no, with a sentence for people. `unconfirmed`: a change may have
 * happened, and nobody knows. `failed`: no usable answer.
 */
export type FailureKind =
  | 'refused'
  | 'signedOut'
  | 'forbidden'
  | 'server'
  | 'unconfirmed'
  | 'failed'
  | 'cancelled'

/** As the specification writes it (section 8), until there are words in the language on the screen. */
let defaultMessage = 'Request failed'
export function setDefaultMessage(text: string) {
  defaultMessage = text
}

interface Details {
  /** The envelope's `msg`, where it had one. */
  said?: string | undefined
  code?: number | undefined
  data?: unknown
  requestId?: string | undefined
}

export class ApiFailure extends Error {
  readonly kind: FailureKind
  readonly said: string | undefined
  readonly code: number | undefined
  readonly data: unknown
  readonly requestId: string | undefined
  /** What the person was told of it in a toast, for a dialog to keep in place. */
  told: string | undefined

  constructor(kind: FailureKind, { said, code, data, requestId }: Details = {}) {
    super(said || defaultMessage)
    this.name = 'ApiFailure'
    this.kind = kind
    this.said = said || undefined
    this.code = code
    this.data = data
    this.requestId = requestId
  }
}

export function asFailure(thrown: unknown): ApiFailure {
  return thrown instanceof ApiFailure ? thrown : new ApiFailure('failed')
}
