import { type ByHand, type Command, type Edit, isCommand, type Move } from '../moves/commands.ts'
import { added, type Draft, edited, emptyDraft, guarded, renamed, swapped, toggled, without } from '../moves/draft.ts'
import { Harbour } from '../command/harbour.ts'
import type { Run, Violation } from '../model/facts.ts'
import { thingOf } from '../model/facts.ts'

/** The situation in which a user chooses the next move. */
export interface View {
  readonly draft: Draft
  /** How the last command went; `undefined` when there was none since the last edit. */
  readonly last: 'well' | 'badly' | undefined
  readonly isInDoubt: boolean
  /** How many blueprints have been deployed well. */
  readonly deployed: number
}

export interface Played {
  /** All moves up to the violation, or to the end. */
  readonly moves: readonly Move[]
  readonly violation: Violation | undefined
  /** How many commands have run. */
  readonly commands: number
}

/** How many times everything is destroyed at the end before it must be gone. */
const mostCleanings = 6

/**
 * Lets a user play until there is no next move, or a rule is broken; then everything is destroyed, and must be gone.
 * @param next finds the next move; an impossible move does nothing
 */
export async function play(next: (view: View) => Move | undefined, log?: (line: string) => void): Promise<Played> {
  const game = new Game(log)
  const moves: Move[] = []
  for (let move = next(game.view); move !== undefined; move = next(game.view)) {
    moves.push(move)
    await game.play(move)
    if (game.violation !== undefined) break
  }
  if (game.violation === undefined) await game.cleanUp()
  return { moves, violation: game.violation, commands: game.commands }
}

/** Plays known moves. */
export function replay(moves: readonly Move[], log?: (line: string) => void): Promise<Played> {
  let played = 0
  return play(() => moves[played++], log)
}

class Game {
  readonly #harbour: Harbour
  #draft = emptyDraft
  #last: View['last']
  /** Blueprints that were deployed successfully, the latest first. */
  #deployed: readonly Draft[] = []

  constructor(log?: (line: string) => void) {
    this.#harbour = new Harbour(log)
  }

  get view(): View {
    const isInDoubt = this.#harbour.doubts.length > 0
    return { draft: this.#draft, last: this.#last, isInDoubt, deployed: this.#deployed.length }
  }

  get violation(): Violation | undefined {
    return this.#harbour.model.violation
  }

  get commands(): number {
    return this.#harbour.commands
  }

  async play(move: Move): Promise<void> {
    if (isCommand(move)) await this.#run(move)
    else if (move.do === 'unprotect') await this.#harbour.unprotect(move.name)
    else if (move.do === 'move') await this.#harbour.move(move.name, move.to)
    else if (move.do === 'make by hand')
      this.#harbour.world.place(`sim/${move.kind}`, { key: move.key, value: 'by hand' })
    else if (move.do === 'delete by hand' || move.do === 'change by hand') this.#byHand(move)
    else this.#edit(move)
  }

  async cleanUp(): Promise<void> {
    await this.#harbour.unprotect()
    for (let cleaning = 1; ; cleaning++) {
      const command: Command = { do: 'destroy', luck: cleaning, pause: 120_000, settle: true }
      const run = await this.#harbour.run(command, this.#draft)
      const isGone = run.ending?.how === 'ran' && run.ending.result.outcome === 'succeeded'
      if (this.violation !== undefined) return
      if (!isGone && run.ending?.how !== 'nothing to do' && cleaning < mostCleanings) continue
      this.#harbour.model.cleanedUp(run)
      return
    }
  }

  async #run(command: Command): Promise<void> {
    const draft = this.#draft
    const run = await this.#harbour.run(command, draft)
    this.#last = wentWell(run) ? 'well' : 'badly'
    if (command.do === 'up' && this.#last === 'well' && this.#deployed[0] !== draft)
      this.#deployed = [draft, ...this.#deployed]
  }

  #edit(edit: Edit): void {
    this.#last = undefined
    this.#draft = this.#edited(edit)
    this.#harbour.model.secrets.learn(this.#draft.resources.flatMap(({ secret }) => secret ?? []))
  }

  #edited(edit: Edit): Draft {
    const draft = this.#draft
    switch (edit.do) {
      case 'write':
        return added(draft, edit.resource)
      case 'set':
        return edited(draft, edit.name, { [edit.property]: edit.to })
      case 'remove':
        return without(draft, edit.name)
      case 'toggle':
        return toggled(draft, edit.name)
      case 'rename':
        return renamed(draft, edit.name, edit.to, edit.says)
      case 'order':
        return edited(draft, edit.name, { goesFirst: edit.goesFirst })
      case 'protect':
        return guarded(draft, edit.name, edit.to)
      case 'retain':
        return edited(draft, edit.name, { retain: edit.to })
      case 'ignore':
        return edited(draft, edit.name, { ignores: edit.ignores })
      case 'link':
        return edited(draft, edit.name, { linksTo: edit.linksTo })
      case 'swap':
        return swapped(draft, edit.name, edit.with)
      case 'revert':
        return this.#deployed[edit.back] ?? draft
    }
  }

  #byHand(move: Exclude<ByHand, { do: 'make by hand' }>): void {
    const { committed, world, model } = this.#harbour
    const row = committed.named(move.name)
    const thing = row === undefined ? undefined : thingOf(row, world)
    if (thing === undefined) return
    if (move.do === 'change by hand') world.touch(thing, 'by hand')
    else {
      world.lose(thing)
      model.facts.lost.add(thing)
    }
    model.doneByHand()
  }
}

function wentWell({ ending }: Run): boolean {
  return ending?.how === 'nothing to do' || (ending?.how === 'ran' && ending.result.outcome === 'succeeded')
}
