import { sep } from 'node:path'
import { Failure, messageOf } from '@slipway/model'

/** Editors write a file in several strokes, and formatters follow. In milliseconds. */
const usualQuietMs = 100

export interface WatchOptions {
  /** What a build writes there is no change. */
  readonly output: string | undefined
  /** Milliseconds. Left out: as long as a formatter takes to follow. */
  readonly quietMs?: number
  /** Ends the watch. */
  readonly signal: AbortSignal
}

/** The files below a folder that were changed, whenever it has become quiet. Hidden files and dependencies do not count. */
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
