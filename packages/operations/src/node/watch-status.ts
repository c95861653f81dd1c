import { setTimeout as sleep } from 'node:timers/promises'
import { intentRoot, realityRoot } from '@slipway/preparer'
import type { Slipway } from '../slipway.ts'
import type { NodeRequest } from './node-request.ts'
import { withStore } from './with-store.ts'
import { type PodStatus, statusIn } from './node-status.ts'

export interface WatchStatusRequest extends NodeRequest {
  /** Aborting ends the watch. */
  readonly stop: AbortSignal
}

export interface StatusObserver {
  /** Called with all statuses at the start and after each change. */
  status(all: readonly PodStatus[]): void
  /** Called when the store is unreachable. The watch retries, and the next `status` means that the store is back. */
  lost(error: unknown): void
}

/** Time window in which changes are reported together, in milliseconds. */
const gatherMs = 50
/** Interval at which the watch checks without news, in milliseconds. The checks also keep the process alive. */
const lookMs = 5000

/** Reports the status of the store's nodes until `stop` aborts. */
export async function watchStatus(
  slipway: Slipway,
  request: WatchStatusRequest,
  observer: StatusObserver,
): Promise<void> {
  const { stop } = request
  await withStore(slipway, request, async (store) => {
    let news = Promise.withResolvers<void>()
    const onNews = (): void => news.resolve()
    const heard = { snapshot: onNews, changes: onNews, lost: (error: unknown) => observer.lost(error) }
    const watches = [intentRoot, realityRoot].map((prefix) => store.watch(prefix, heard))
    stop.addEventListener('abort', onNews, { once: true })
    const timer = setInterval(onNews, lookMs)
    let told = ''
    try {
      for (;;) {
        await news.promise
        if (stop.aborted) return
        await sleep(gatherMs)
        news = Promise.withResolvers<void>()
        try {
          const all = await statusIn(store)
          const text = JSON.stringify(all)
          if (text !== told) observer.status(all)
          told = text
        } catch (error) {
          observer.lost(error)
        }
      }
    } finally {
      clearInterval(timer)
      stop.removeEventListener('abort', onNews)
      await Promise.all(watches.map((watch) => watch.close()))
    }
  })
}
