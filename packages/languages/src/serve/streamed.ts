import type { ExitStatus } from '@slipway/processes'
import type { Start } from '../language.ts'
import { Child, type ChildOptions, type StreamName } from './child.ts'

/** The output of a process, or its end. */
export type News = { readonly [name in StreamName]?: Buffer } & { readonly ended?: ExitStatus }

/** The most pieces of output that wait for the reader; beyond that, the process waits, too. */
const mostWaiting = 64

/** The events of a process, up to its end. Leaving the loop stops the process. */
export async function* streamed(start: Start, options: Omit<ChildOptions, 'onOutput'>): AsyncGenerator<News> {
  const waiting: News[] = []
  let wake: (() => void) | undefined
  const add = (news: News): void => {
    waiting.push(news)
    wake?.()
  }
  const left = new AbortController()
  const signal = AbortSignal.any([options.signal, left.signal])
  const child = new Child(start, {
    ...options,
    signal,
    onOutput: (stream, chunk) => {
      add({ [stream]: chunk })
      if (waiting.length >= mostWaiting) child.pause()
    },
  })
  void child.ended.then((ended) => add({ ended }))
  try {
    for (;;) {
      for (let news = waiting.shift(); news !== undefined; news = waiting.shift()) {
        yield news
        if (news.ended !== undefined) return
      }
      child.resume()
      await new Promise<void>((resolve) => {
        wake = resolve
        if (waiting.length > 0) resolve()
      })
    }
  } finally {
    left.abort()
    await child.ended
  }
}
