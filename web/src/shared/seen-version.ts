import type { ApiFailure } from '../api/failure.ts'

/** The version that the server names where it refuses to decide on an earlier one. */
export function newerVersion(failure: ApiFailure | undefined): number | undefined {
  const { version, changed } = (failure?.data ?? {}) as { version?: unknown; changed?: unknown }
  return typeof version === 'number' && Array.isArray(changed) ? version : undefined
}

/**
 * Decides on the version that is on the screen now. If it is refused because there is a newer one, which
 * is then shown, the next attempt decides on that.
 */
export function withVersion<Input extends { version?: number | undefined }>(
  version: number | null | undefined,
  run: (input: Input) => Promise<ApiFailure | undefined>,
): (input: Omit<Input, 'version'>) => Promise<ApiFailure | undefined> {
  let seen = version ?? undefined
  return async (input) => {
    const known = seen === undefined ? {} : { version: seen }
    const failure = await run({ ...input, ...known } as Input)
    seen = newerVersion(failure) ?? seen
    return failure
  }
}
