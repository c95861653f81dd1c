import { type Command, isCommand, type Move } from '../moves/commands.ts'
import { replay } from './play.ts'

/**
 * Finds fewer and simpler moves that break the same rule: removes moves as long as the rule is still broken, then special features of the
 * remaining ones.
 */
export async function shrunk(moves: readonly Move[], rule: string): Promise<readonly Move[]> {
  const breaks = async (some: readonly Move[]): Promise<readonly Move[] | undefined> => {
    const { violation, moves: played } = await replay(some)
    return violation?.rule === rule ? played : undefined
  }
  let best = moves
  for (let before = -1; before !== sizeOf(best);) {
    before = sizeOf(best)
    best = await fewer(best, breaks)
    best = await simpler(best, breaks)
  }
  return best
}

type Breaks = (moves: readonly Move[]) => Promise<readonly Move[] | undefined>

function sizeOf(moves: readonly Move[]): number {
  return JSON.stringify(moves).length
}

/** Leaves out parts of the sequence, large parts first. */
async function fewer(moves: readonly Move[], breaks: Breaks): Promise<readonly Move[]> {
  let best = moves
  for (let size = Math.ceil(best.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.length;) {
      const left = await breaks([...best.slice(0, at), ...best.slice(at + size)])
      if (left === undefined) at += size
      else best = left
    }
  }
  return best
}

async function simpler(moves: readonly Move[], breaks: Breaks): Promise<readonly Move[]> {
  let best = moves
  for (let at = 0; at < best.length; at++) {
    const move = best[at]
    if (move === undefined) break
    for (const simple of simplerMoves(move)) {
      const left = await breaks(best.with(at, simple))
      if (left === undefined) continue
      best = left
      break
    }
  }
  return best
}

/** Simpler forms of a move. */
function simplerMoves(move: Move): Move[] {
  if (isCommand(move)) {
    const { trouble, ...plain } = move
    const { program } = move
    const options = (
      ['pause', 'targets', 'exclude', 'replace', 'refresh', 'settle', 'rollback', 'saved'] as const
    ).filter((name) => name in move)
    return [
      ...(trouble === undefined ? [] : [plain]),
      ...(trouble ?? []).flatMap((one) => (trouble?.length === 1 ? [] : [{ ...plain, trouble: [one] }])),
      ...options.map((name) => {
        const { [name]: _, ...rest } = move
        return rest
      }),
      ...simplerPrograms(program).map((simple): Command => Object.assign({}, move, { program: simple })),
      ...(move.luck === 1 ? [] : [{ ...move, luck: 1 }]),
    ]
  }
  if (move.do !== 'write') return []
  const { resource } = move
  return [
    ...resource.reads.map((read) => ({
      ...move,
      resource: { ...resource, reads: resource.reads.filter((one) => one !== read) },
    })),
    ...optional
      .filter((name) => name in resource)
      .map((name): Move => {
        const { [name]: _, ...plain } = resource
        return { do: 'write', resource: plain }
      }),
  ]
}

const optional = ['secret', 'linksTo', 'within', 'protect', 'retain', 'ignores', 'when', 'pinned'] as const
function simplerPrograms(program: Command['program']): NonNullable<Command['program']>[] {
  if (program === undefined) return []
  const { breaks, isShown, ...plain } = program
  if (breaks === undefined && isShown === undefined) return []
  return [
    plain,
    ...(breaks === undefined || isShown === undefined ? [] : [{ ...plain, breaks }]),
    ...(breaks === undefined || breaks.how === 'throws'
      ? []
      : [{ ...program, breaks: { ...breaks, how: 'throws' as const } }]),
  ]
}
