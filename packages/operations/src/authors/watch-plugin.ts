import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { Failure } from '@slipway/model'
import type { PluginReport } from '@slipway/testkit'
import { changesBelow } from '../reading/changes-below.ts'
import { testPlugin, type TestRequest } from './test-plugin.ts'
import type { Slipway } from '../slipway.ts'
import { runTool } from './run-tool.ts'

export interface WatchRequest extends TestRequest {
  /** The build command, for `sh`. Default: `npm run build` if the package.json has that script. */
  readonly build?: string | undefined
  /** Aborting this signal ends the watch; a running round finishes first. */
  readonly signal: AbortSignal
  readonly onRound: (round: WatchRound) => void
}

/** The events of a round in order: a build if necessary, then the tests. */
export type WatchRound =
  | { readonly kind: 'building'; readonly command: string; readonly changed: readonly string[] }
  /** `changed` is empty if the `building` event already listed the files. */
  | { readonly kind: 'testing'; readonly changed: readonly string[] }
  | { readonly kind: 'tested'; readonly report: PluginReport }
  /** The build failed, or there is nothing to run. The next change may fix it. */
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Builds and tests a plugin now and whenever a file of its project changes. Resolves when the signal aborts. */
export async function watchPlugin(slipway: Slipway, request: WatchRequest): Promise<void> {
  const path = resolve(slipway.cwd, request.path)
  const project = projectOf(path)
  const command = request.build ?? buildOf(project, path)
  const round = async (changed: readonly string[]): Promise<void> => {
    try {
      if (command !== undefined) {
        request.onRound({ kind: 'building', command, changed })
        await runTool({ command: 'sh', args: ['-c', command], cwd: project, env: slipway.env })
      }
      request.onRound({ kind: 'testing', changed: command === undefined ? changed : [] })
      request.onRound({ kind: 'tested', report: await testPlugin(slipway, request) })
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      request.onRound({ kind: 'failed', failure: thrown })
    }
  }
  // Start watching first, to catch changes during the first round.
  const changes = await changesBelow(project, {
    output: command === undefined ? undefined : path,
    signal: request.signal,
  })
  await round([])
  for await (const changed of changes) await round(changed)
}

/** Returns the folder of the nearest package.json, go.mod or similar file, or else the folder of the executable. */
function projectOf(path: string): string {
  const marks = ['package.json', 'go.mod', 'Cargo.toml', 'pyproject.toml', '.git']
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder))
    if (marks.some((mark) => existsSync(join(folder, mark)))) return folder
  return dirname(path)
}

/** Returns the default build command; `undefined` for a source file, which runs as it is. */
function buildOf(project: string, path: string): string | undefined {
  if (extname(path) !== '') return undefined
  try {
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
      readonly scripts?: Readonly<Record<string, string>>
    }
    return scripts?.['build'] === undefined ? undefined : 'npm run --silent build'
  } catch {
    return undefined
  }
}
