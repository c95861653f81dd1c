import { sep } from 'node:path'
import { Failure, messageOf } from '@slipway/model'

/** Quiet time in milliseconds. Editors write a file in several steps, and formatters follow. */
const usualQuietMs = 100

export interface WatchOptions {
  /** The build's output, whose changes do not count. */
  readonly output: string | undefined
  /** Quiet time in milliseconds. Default: long enough for a formatter to follow. */
  readonly quietMs?: number
  /** Ends the watch. */
  readonly signal: AbortSignal
}

/** Yields the changed files below a folder after each quiet time. Hidden files and dependencies do not count. */
export async function changesBelow(
  project: string,
  { output, signal, quietMs = usualQuietMs }: WatchOptions,
): Promise<AsyncIterable<readonly string[]>> {
  const { watch } = await import('chokidar')
  const isIgnored = (path: string): boolean =>
    path !== project && (/\/(\.[^/]*|node_modules)(\/|$)/.test(path.slice(project.length)) || isWithin(path, output))
  const watcher = watch(project, { ignoreInitial: true, ignored: isIgnored, cwd: project })
  let changed = new Set<string>()
  let news = Promise.withResolvers<void>()
  let quiet: NodeJS.Timeout | undefined
  watcher.on('all', (_, path) => {
    changed.add(path)
    clearTimeout(quiet)
    quiet = setTimeout(() => news.resolve(), quietMs)
  })
  watcher.on('error', (error) =>
    news.reject(new Failure('cli/cannot-watch', `${project} cannot be watched: ${messageOf(error)}`, { cause: error })),
  )
  const over = new Promise<'over'>((end) => signal.addEventListener('abort', () => end('over')))
  await Promise.race([new Promise<void>((ready) => watcher.once('ready', () => ready())), over])
  return (async function* () {
    try {
      while (!signal.aborted && (await Promise.race([news.promise, over])) !== 'over') {
        const files = [...changed].sort()
        ;[changed, news] = [new Set(), Promise.withResolvers<void>()]
        yield files
      }
    } finally {
      clearTimeout(quiet)
      await watcher.close()
    }
  })()
}

function isWithin(path: string, folder: string | undefined): boolean {
  return folder !== undefined && (path === folder || path.startsWith(folder + sep))
}
