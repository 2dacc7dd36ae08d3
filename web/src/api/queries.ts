import type { AnyCall, InputOf, OutputOf } from '@screening-room/contract/call'
import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { send } from './client.ts'
import { type ApiFailure, asFailure } from './failure.ts'

/* Reads, remembered. The cache's key is the call and its input: nobody invents key strings. */

/** So that what was asked for ahead of the screen is not asked for again by it. */
const justNow = 5000
const worthRepeating = new Set(['failed', 'server'])

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      // Sharing old parts rebuilds each answer, and a key called `__proto__` does not survive that.
      structuralSharing: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      gcTime: 10 * 60 * 1000,
      retry: (count, failure) => count < 1 && worthRepeating.has(asFailure(failure).kind),
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
  /** For how long an answer counts as fresh: lists of roles and reasons hardly change. */
  fresh?: number
  /** Asks again every so many milliseconds, while the page is visible. */
  every?: number
  /** False for an item of its own, where the former item's data would be wrong. */
  keep?: boolean
}

export type CallResult<C> = UseQueryResult<OutputOf<C>, ApiFailure>

export function useCall<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  { enabled = true, fresh = justNow, every, keep = true }: CallOptions = {},
): CallResult<C> {
  return useQuery<OutputOf<C>, ApiFailure>({
    ...queryOf(call, input),
    enabled,
    staleTime: fresh,
    ...(every ? { refetchInterval: every } : {}),
    ...(keep ? { placeholderData: keepPreviousData as never } : {}),
  })
}

/** Starts a read before the screen that shows it is there. */
export function prefetchCall<C extends AnyCall>(call: C, input: InputOf<C>) {
  void queryClient.prefetchQuery({ ...queryOf(call, input), staleTime: justNow })
}

/** A read outside of React; an answer that is not older than `fresh` milliseconds is not asked for again. */
export function readCall<C extends AnyCall>(call: C, input: InputOf<C>, fresh: number) {
  return queryClient.fetchQuery<OutputOf<C>, ApiFailure>({
    ...queryOf(call, input),
    staleTime: fresh,
  })
}

/** So long may it take to find out what became of a change. */
const longEnough = 6000

/** As `reloadCalls`, but tells whether everything on the screen was answered. */
export function rereadCalls(...calls: AnyCall[]): Promise<boolean> {
  const readings = calls.map((call) =>
    queryClient.invalidateQueries({ queryKey: keyOf(call) }, { throwOnError: true }),
  )
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, longEnough, false))
  const read = Promise.all(readings).then(
    () => true,
    () => false,
  )
  return Promise.race([read, late])
}

/** What this call answered counts as old: whoever shows it next asks again. */
export function outdateCall(call: AnyCall) {
  void queryClient.invalidateQueries({ queryKey: keyOf(call), refetchType: 'none' })
}

/** Reads again what these calls answered, with whatever input. */
export function reloadCalls(...calls: AnyCall[]): Promise<unknown> {
  return Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: keyOf(call) })))
}

/** As `reloadCalls`, for one input only. */
export function reloadCall<C extends AnyCall>(call: C, input: InputOf<C>): Promise<unknown> {
  return queryClient.invalidateQueries({ queryKey: keyOf(call, input), exact: true })
}

/**
 * Changes what is remembered of a call's answers, without asking again; where the answer is on the
 * screen it changes in place. Undefined: that one stays as it is.
 */
export function changeAnswers<C extends AnyCall>(
  call: C,
  change: (answer: OutputOf<C>, input: InputOf<C>) => OutputOf<C> | undefined,
) {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: keyOf(call) })) {
    const answer = query.state.data as OutputOf<C> | undefined
    const changed = answer && change(answer, query.queryKey[2] as InputOf<C>)
    if (changed)
      queryClient.setQueryData(query.queryKey, changed, { updatedAt: query.state.dataUpdatedAt })
  }
}
