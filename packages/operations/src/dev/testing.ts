import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { compiled } from '../../../../test/compiled.ts'
import { corePluginRoot } from '../core-plugins.ts'
import type { Slipway } from '../slipway.ts'
import { dev, type DevRequest, type DevRound } from './dev.ts'

type RoundOf<Kind extends DevRound['kind']> = Extract<DevRound, { readonly kind: Kind }>

function isOf<Kind extends DevRound['kind']>(round: DevRound | undefined, kind: Kind): round is RoundOf<Kind> {
  return round?.kind === kind
}

/** Runs the loop in a folder with this file until the work ends. */
export async function watched(
  context: TestContext,
  file: { readonly name: string; readonly text: string },
  request: Partial<DevRequest>,
  work: (loop: {
    readonly cwd: string
    readonly slipway: Slipway
    readonly apply: () => void
    /** Resolves with the next round of a kind. Skips the others; an unexpected mistake ends the test. */
    readonly next: <Kind extends DevRound['kind']>(kind: Kind) => Promise<RoundOf<Kind>>
  }) => Promise<void>,
): Promise<void> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-dev-loop-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, file.name), file.text)
  const env = { ...compiled, HOME: cwd, PATH: process.env['PATH'], SLIPWAY_TRUST: '1' }
  const slipway = { env, cwd, ownPlugins: corePluginRoot() }
  const stop = new AbortController()
  const rounds: DevRound[] = []
  let apply: (() => void) | undefined
  const end = dev(slipway, {
    create: true,
    yes: false,
    stop: stop.signal,
    observe: () => () => undefined,
    ...request,
    onRound: (round) => void rounds.push(round),
    onReady: (given) => {
      apply = given
      request.onReady?.(given)
    },
  })
  const next = async <Kind extends DevRound['kind']>(kind: Kind): Promise<RoundOf<Kind>> => {
    for (;;) {
      const round = rounds.shift()
      if (round?.kind === 'failed' && kind !== 'failed') throw round.error
      if (isOf(round, kind)) {
        // The loop takes a wish only once the round has ended.
        await pause(200)
        return round
      }
      await (round === undefined ? pause(20) : undefined)
    }
  }
  try {
    await work({ cwd, slipway, apply: () => apply?.(), next })
  } finally {
    stop.abort()
    await end
  }
}
