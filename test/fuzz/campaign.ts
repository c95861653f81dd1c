import { randomOf } from '../soak/random.ts'
import type { Fault, Judge } from './judge.ts'
import { shrunk } from './shrink.ts'
import type { Target } from './target.ts'

export interface Campaign {
  readonly inputs: number
  readonly finding?: Finding
}

export interface Finding extends Fault {
  readonly target: string
  readonly seed: number
  /** The smallest input found with the same fault. */
  readonly input: Buffer
}

export interface Extent {
  /** The seed of the first input; each further input has the next seed. */
  readonly seed: number
  /** The greatest number of inputs. */
  readonly inputs: number
  /** Asked before each input. */
  readonly isOver: () => boolean
}

/** How often shrinking may ask about an input: each question may take as long as an input may. */
const quickAsks = 2000
const slowAsks = 40

/** Makes inputs for one door until one of them causes a fault. */
export async function campaign(target: Target, judge: Judge, { seed, inputs, isOver }: Extent): Promise<Campaign> {
  for (let index = 0; index < inputs; index++) {
    if (isOver()) return { inputs: index }
    const input = target.make(randomOf(seed + index))
    const fault = await judge.judge(target, input)
    if (fault === undefined) continue
    const isSame = async (smaller: Buffer): Promise<boolean> => {
      const other = await judge.judge(target, smaller)
      return other !== undefined && signature(other) === signature(fault)
    }
    const smallest = await shrunk(input, isSame, fault.kind === 'error' ? quickAsks : slowAsks)
    return { inputs: index + 1, finding: { ...fault, target: target.name, seed: seed + index, input: smallest } }
  }
  return { inputs }
}

/** Two faults count as the same when they come from the same place. */
function signature({ kind, what }: Fault): string {
  const place = /\n\s+at .*?([^/]+:\d+):\d+/.exec(what)?.[1]
  return `${kind} ${place ?? ''}`
}

export function findingText({ target, seed, kind, what, input }: Finding): string {
  const literal = input.toString('base64')
  return [
    `${target}: ${kind}, from seed ${seed}: ${what}`,
    `the smallest input found, ${input.length} bytes in base64${input.length > shown ? ', the first of them' : ''}:`,
    literal.slice(0, (shown * 4) / 3),
    `again: npm run fuzz -- --only ${target} ${input.length > shown ? `--seed ${seed} --inputs 1` : `--input ${literal}`}`,
  ].join('\n')
}

const shown = 6000
