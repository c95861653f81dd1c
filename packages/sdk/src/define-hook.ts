import { createInterface } from 'node:readline'
import { type HookMoment, messageOf } from '@slipway/model'

/** The facts about a moment that a hook gets. */
export interface HookCall {
  readonly moment: HookMoment
  readonly node: string
  /** Id of the deploy, the same for all its attempts. */
  readonly deploy: string
  /** Counts from 1. The same moment may come again with the same attempt, so a hook must tolerate a second call. */
  readonly attempt: number
  /** Absent at `preparer_init`, as are its home, its hash and its manifest. */
  readonly pod?: string
  readonly home?: string
  readonly hash?: string
  readonly manifest?: HookManifest
  /** The manifest that ran before, if it is another. */
  readonly before?: { readonly hash: string; readonly manifest: HookManifest }
  /** Whether the code of the manifest is installed. */
  readonly installed: boolean
  /** Why it is not authorised. */
  readonly reason?: string
}

/** The manifest as it was written. */
export type HookManifest = Readonly<Record<string, unknown>>

/** The result, or the error, is kept in the log of the hooks; neither stops anything. */
type HookMethod = (call: HookCall) => HookResult | Promise<HookResult>
type HookResult = Readonly<Record<string, unknown>> | void

/** One method for each moment that the hook handles. */
export type Hook = { readonly [moment in HookMoment]?: HookMethod }

/** A hook, ready for {@link serveHook}. */
export function defineHook(hook: Hook): Hook {
  return hook
}

interface HookStreams {
  readonly input: NodeJS.ReadableStream
  readonly output: Pick<NodeJS.WritableStream, 'write'>
}

/**
 * Makes this process the hook: each line of its standard input is a moment, and gets a line as its answer. Resolves to an exit code when
 * there are no more, which is after the first one unless the manifest has `resident: true`. Write only to standard error: standard output
 * is for the answers.
 */
export async function serveHook(hook: Hook, streams: Partial<HookStreams> = {}): Promise<number> {
  const { input = process.stdin, output = process.stdout } = streams
  const calls: Promise<boolean>[] = []
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    calls.push(
      answered(hook, line).then(({ number, ...answer }) => {
        output.write(`${JSON.stringify(number === undefined ? answer : { call: number, ...answer })}\n`)
        return answer.ok
      }),
    )
  }
  const isGood = (await Promise.all(calls)).every(Boolean)
  if (!isGood && input === process.stdin) process.exitCode = 1
  return isGood ? 0 : 1
}

interface Answer {
  /** The number of the call; absent: calls are not counted. */
  readonly number: number | undefined
  readonly ok: boolean
  readonly result?: HookResult
  readonly message?: string
}

async function answered(hook: Hook, line: string): Promise<Answer> {
  let number: number | undefined
  try {
    const { call, ...told } = JSON.parse(line) as HookCall & { readonly call?: number }
    number = call
    const result = await hook[told.moment]?.(told)
    return { number, ok: true, ...(result !== undefined && { result }) }
  } catch (error) {
    return { number, ok: false, message: messageOf(error) }
  }
}
