import type { AnyCall, InputOf, OutputOf } from '@screening-room/contract/call'
import {
  keepPreviousData,
  type Query,
  QueryClient,
  type UseQueryResult,
  useIsFetching,
  useQuery,
} from '@tanstack/react-query'
import { send } from './client.ts'
import { type ApiFailure, asFailure } from './failure.ts'

/* Cached reads. The cache key is the call and its input. */

/** A response this recent is not requested again by a screen that opens. */
const usualFreshMs = 5000
/** Nor is one that was requested ahead: on a slow machine the screen's code takes longer to come. */
const prefetchMaxAgeMs = 30_000
const retriedKinds = new Set(['failed', 'server'])

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      // A response that says the same renders nothing again. Not by parts: the usual sharing rebuilds each
      // response, and a key called `__proto__` does not survive that.
      structuralSharing: (old, now) => (JSON.stringify(old) === JSON.stringify(now) ? old : now),
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      gcTime: 10 * 60 * 1000,
      retry: (count, failure) => count < 1 && retriedKinds.has(asFailure(failure).kind),
      retryDelay: 800,
    },
  },
})

const keyOf = (call: AnyCall, input?: unknown) =>
  input === undefined ? [call.method, call.path] : [call.method, call.path, input]

function queryOf<C extends AnyCall>(call: C, input: InputOf<C>) {
  return {
    queryKey: keyOf(call, input),
    queryFn: ({ signal }: { signal: AbortSignal }) => send(call, input, { signal }),
  }
}

export interface CallOptions {
  enabled?: boolean
  /** How long a response counts as fresh, in milliseconds. */
  fresh?: number
  /** Polls at this interval, in milliseconds, while the page is visible. */
  every?: number
  /** False for a single item: the previous item's data would be wrong. */
  keep?: boolean
}

export type CallResult<C> = UseQueryResult<OutputOf<C>, ApiFailure>

export function useCall<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  { enabled = true, fresh = usualFreshMs, every, keep = true }: CallOptions = {},
): CallResult<C> {
  return useQuery<OutputOf<C>, ApiFailure>({
    ...queryOf(call, input),
    enabled,
    staleTime: ({ meta }: Pick<Query, 'meta'>) =>
      meta?.ahead ? Math.max(fresh, prefetchMaxAgeMs) : fresh,
    ...(every ? { refetchInterval: every } : {}),
    ...(keep ? { placeholderData: keepPreviousData as never } : {}),
  })
}

/** Whether a call is being read, with any input. */
export const useIsReading = (call: AnyCall) => useIsFetching({ queryKey: keyOf(call) }) > 0

/** Starts a read before its screen has loaded. */
export function prefetchCall<C extends AnyCall>(call: C, input: InputOf<C>) {
  void queryClient.prefetchQuery({
    ...queryOf(call, input),
    staleTime: prefetchMaxAgeMs,
    // Until a screen reads it again.
    meta: { ahead: true },
  })
}

/** Resolves once no read is under way. */
export function whenRead(): Promise<void> {
  return new Promise((resolve) => {
    if (queryClient.isFetching() === 0) return resolve()
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() > 0) return
      stop()
      resolve()
    })
  })
}

/** A read outside of React; a response younger than `fresh` milliseconds is reused. */
export function readCall<C extends AnyCall>(call: C, input: InputOf<C>, fresh: number) {
  return queryClient.fetchQuery<OutputOf<C>, ApiFailure>({
    ...queryOf(call, input),
    staleTime: fresh,
  })
}

/** How long to wait for the current state after an unconfirmed change. */
const rereadTimeoutMs = 6000

/** Like `reloadCalls`, but returns whether everything was read. */
export function rereadCalls(...calls: AnyCall[]): Promise<boolean> {
  const readings = calls.map((call) =>
    queryClient.invalidateQueries({ queryKey: keyOf(call) }, { throwOnError: true }),
  )
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, rereadTimeoutMs, false))
  const read = Promise.all(readings).then(
    () => true,
    () => false,
  )
  return Promise.race([read, timeout])
}

/** Marks the responses of a call as stale: the next component to show them reads again. */
export function markStale(call: AnyCall) {
  void queryClient.invalidateQueries({ queryKey: keyOf(call), refetchType: 'none' })
}

/** Reads these calls again, for every input. */
export function reloadCalls(...calls: AnyCall[]): Promise<unknown> {
  return Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: keyOf(call) })))
}

/** Like `reloadCalls`, for one input. */
export function reloadCall<C extends AnyCall>(call: C, input: InputOf<C>): Promise<unknown> {
  return queryClient.invalidateQueries({ queryKey: keyOf(call, input), exact: true })
}

/**
 * Changes the cached responses of a call without a request; what is on the screen changes in
 * place. Returning undefined leaves a response as it is.
 */
export function updateCachedCalls<C extends AnyCall>(
  call: C,
  change: (cached: OutputOf<C>, input: InputOf<C>) => OutputOf<C> | undefined,
) {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: keyOf(call) })) {
    const cached = query.state.data as OutputOf<C> | undefined
    const changed = cached && change(cached, query.queryKey[2] as InputOf<C>)
    if (changed)
      queryClient.setQueryData(query.queryKey, changed, { updatedAt: query.state.dataUpdatedAt })
  }
}
