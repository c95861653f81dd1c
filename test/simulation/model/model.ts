import { Failure, messageOf } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import { blueprintOf } from '../command/blueprint.ts'
import type { Command } from '../moves/commands.ts'
import { type Committed, saysItExists } from '../command/committed.ts'
import { type Draft, emptyDraft, named, wantedOf } from '../moves/draft.ts'
import type { About } from '../services/failures.ts'
import { kindOf } from '../services/kinds.ts'
import { byHand, type Thing, type Wish, type World } from '../services/world.ts'
import { childrenAreTrue } from './children.ts'
import { destroyingRules } from './destroying.ts'
import {
  type Asked,
  destroyingStep,
  type Facts,
  isKeptForReader,
  type Run,
  type Snapshot,
  thingOf,
  type Violation,
} from './facts.ts'
import { goesFor, goneForNothing, pinnedFirst } from './going-first.ts'
import { leavesLast, successorStarts } from './leaving.ts'
import {
  everyWireIsKnown,
  formerEndsAreFree,
  linksAsWanted,
  noLinkLeft,
  unwiredBefore,
  wiredToWhatIsThere,
} from './links.ts'
import { madeOnce, oneForOneDoubt } from './making.ts'
import { guardedAfter, ignoredStays, leftOut, refusedWhole, toldInside } from './options.ts'
import { goesOnceAllIsSaid, planDoesNothing } from './programs.ts'
import {
  everyRowIsTrue,
  everyThingIsKnown,
  nobodyCanKnow,
  oneOfAName,
  struckForWhatIsLost,
  unreadIn,
} from './records.ts'
import { retainedBy } from './retained.ts'
import { Secrets } from './secrets.ts'
import { asWanted, goingBack, nothingToDo, snapshotOf, stillAsItWas } from './wishes.ts'

/**
 * Says what may be true. Written from the rules of "Nothing a user has is lost" (ARCHITECTURE.md), not from the engine: it
 * sees the calls, the world, the commits and the plans that were shown, and none of the engine's code.
 */
export class Model {
  readonly facts: Facts
  readonly secrets: Secrets
  /** The first broken rule. */
  violation: Violation | undefined
  /** All things at each time when everything was well, by blueprint. */
  readonly #snapshots = new Map<string, Snapshot>()
  /** Ids of runs that are recorded as successful. */
  readonly #recordedWell = new Set<string>()
  /** The blueprint of the last command, if all was well after it and nobody has done anything since. */
  #settled: Draft | undefined = emptyDraft
  /** True once the user has deployed programs. */
  #isOfPrograms = false
  /** The draft that was deployed before the current command. */
  deployedBefore: Draft | undefined

  constructor(world: World, committed: Committed) {
    this.secrets = new Secrets(committed)
    this.facts = {
      world,
      committed,
      lost: new Set(),
      forgotten: new Set(),
      unread: new Set(),
      cut: new Set(),
      condemned: new Set(),
      guarded: new Set(),
      retained: new Set(),
      moved: new Map(),
      asRecorded: new Set(),
    }
  }

  /** Called when a command begins. Returns the things that are still as their blueprint wants them. */
  begins(command: Command, draft: Draft): Snapshot {
    for (const name of command.replace ?? []) this.#forget(name, draft)
    const { moved, committed } = this.facts
    // A user has asked for a successor, which comes now, comes later, or exists already.
    for (const [thing, name] of moved) {
      const isReplaced = committed.known(thing.owner)?.replaced === true
      if (isReplaced || command.replace?.includes(name) === true) moved.delete(thing)
    }
    this.deployedBefore = this.#settled
    const snapshot = isWhole({ command }) ? this.#snapshots.get(blueprintOf(draft).hash()) : undefined
    return stillAsItWas(snapshot ?? new Map(), draft, this.facts)
  }

  /** Called when a provider is asked to change something. */
  asks(asked: Asked, run: Run): void {
    run.asked.push(asked)
    const { thing } = asked
    if (run.wayBack === 'guessed' && asked.kind !== 'destroy') this.facts.asRecorded.add(asked.resourceId)
    this.#note(planDoesNothing(asked, run))
    this.#note(leavesLast(asked, run))
    this.#note(leftOut(asked, run))
    this.#note(ignoredStays(asked, run, this.facts))
    if (asked.kind === 'make') this.#note(oneForOneDoubt(asked, run, this.facts))
    if (asked.kind !== 'destroy' || thing === undefined) return
    if (run.program?.isOver === false && (this.#isOlder(asked) || !run.program.asked.has(asked.name)))
      asked.goneFor = goesFor(asked, run, this.facts)
    this.#note(goesOnceAllIsSaid(asked, thing, run))
    this.#note(pinnedFirst(asked, run, this.facts))
    this.#note(destroyingRules(asked, thing, run, this.facts))
    this.#note(unwiredBefore(asked, thing, this.facts))
  }

  /** Whether another existing resource has its name, without making room for it. */
  #isOlder({ name, resourceId }: Asked): boolean {
    const { committed } = this.facts
    const successor = committed.named(name)
    return committed.rows.get(resourceId)?.replaced === true && successor !== undefined && saysItExists(successor)
  }

  /** Called when a provider is asked for a phase of a link, on one resource or between two. */
  wires({ phase, to, isUndone }: Extract<Wish, { kind: 'wire' }>, { name }: About, run: Run): void {
    if (!isUndone && phase !== 'intermediaries') this.#note(wiredToWhatIsThere(to, name, run, this.facts))
  }

  /** Nobody may ask for the outcome of a call that is still being worked on. */
  askedTooEarly({ name, resourceId }: About): void {
    this.#note({
      rule: 'too early',
      message: `it is asked what became of ${name} (${resourceId}) while its call is at work`,
    })
  }

  made(thing: Thing): void {
    this.#note(madeOnce(thing, this.facts))
  }

  /** Called before something is recorded. */
  commits(changes: readonly StateChange[], run: Run): void {
    for (const change of changes) {
      if (change.kind === 'forget') this.#forgets(change.resourceId, run)
      if (change.kind === 'resource') this.facts.retained.delete(change.resource.id)
      // A thing that is not changed also reads the recorded values.
      if (change.kind === 'resource' && run.wayBack === 'guessed') this.facts.asRecorded.add(change.resource.id)
      if (change.kind === 'begin' && change.intent.action === 'delete')
        this.facts.condemned.add(change.intent.resource.id)
      if (change.kind === 'resource' && change.resource.status === 'destroy-failed') this.#reprieve(change.resource.id)
      if (change.kind === 'run' && change.run.outcome === 'succeeded') this.#recordedWell.add(change.run.id)
    }
    this.#note(this.secrets.check('a record', changes))
  }

  #forgets(resourceId: string, run: Run): void {
    retainedBy(resourceId, run, this.facts)
    const struck = struckForWhatIsLost(resourceId, this.facts)
    if (struck !== undefined) this.facts.forgotten.add(struck)
  }

  /** The provider has said that the destruction failed: what is left counts as an ordinary thing again. */
  #reprieve(resourceId: string): void {
    const { world, condemned, lost } = this.facts
    const thing = world.living.find(({ owner }) => owner === resourceId)
    if (thing !== undefined && !lost.has(thing)) condemned.delete(resourceId)
  }

  told(what: unknown): void {
    this.#note(this.secrets.check('what is told', what))
  }

  /** Called when a user has lifted the protection of a resource. */
  lifted(row: ResourceRecord): void {
    const thing = thingOf(row, this.facts.world)
    if (thing !== undefined) this.facts.guarded.delete(thing)
    this.#settled = undefined
  }

  /** Called when a user has renamed a record: nothing else has that name then. */
  moved(to: string): void {
    const { committed, world, moved } = this.facts
    const rows = [...committed.rows.values()].filter(({ name }) => name === to)
    const [row] = rows
    const thing = row && thingOf(row, world)
    // One that may be there already was asked for in its place.
    const hasSuccessor = [...committed.intents.values()].some(
      ({ action, resource }) => action === 'create' && resource.name === to,
    )
    if (thing !== undefined && rows.length === 1 && !hasSuccessor) moved.set(thing, to)
    this.#settled = undefined
  }

  doneByHand(): void {
    this.#settled = undefined
  }

  /** Called when a command has ended, was killed, or is stuck for ever. */
  ended(run: Run, stuck: string | undefined): void {
    if (stuck !== undefined) this.#note({ rule: 'ends', message: `${run.command.do} does not end: ${stuck}` })
    this.#note(endsWell(run))
    for (const id of unreadIn(run, this.facts)) this.facts.unread.add(id)
    for (const { action, resource } of this.facts.committed.intents.values()) {
      if (action === 'create') this.facts.cut.add(resource.id)
    }
    this.told(run.thrown)
    this.told(run.plan)
    if (run.ending?.how === 'ran') this.told(run.ending.result)
    this.#note(everyThingIsKnown(this.facts))
    this.#note(everyWireIsKnown(this.facts))
    this.#note(everyRowIsTrue(this.facts))
    this.#note(oneOfAName(this.facts))
    if (run.command.program !== undefined) this.#isOfPrograms = true
    this.#note(childrenAreTrue(run, this.facts, this.#isOfPrograms))
    this.#note(successorStarts(run))
    this.#note(refusedWhole(run))
    this.#note(toldInside(run))
    this.#note(goneForNothing(run, this.facts))
    if (isUndisturbed(run)) this.#note(goingBack(run))
    this.#wellOrNot(run)
  }

  /** At the end of a sequence, everything has been destroyed. */
  cleanedUp(run: Run): void {
    const thing = this.facts.world.living.find((one) => one.owner !== byHand && !nobodyCanKnow(one, this.facts))
    const [row] = this.facts.committed.rows.values()
    if (thing !== undefined)
      this.#note({ rule: 'cleaned up', message: `${thing.id} of ${thing.owner} is left outside` })
    if (row !== undefined)
      this.#note({ rule: 'cleaned up', message: `${row.name} (${row.id}, ${row.status}) is left in the state` })
    this.#note(noLinkLeft(this.facts))
    const { ending } = run
    if (ending?.how === 'ran' && ending.result.outcome !== 'succeeded') {
      const reasons = ending.result.failures.map(({ name, reasons: why }) => `${name}: ${why.join('; ')}`)
      this.#note({ rule: 'cleaned up', message: `destroy goes on failing: ${reasons.join(', ')}` })
    }
  }

  #wellOrNot(run: Run): void {
    const { command, draft, ending } = run
    const hash = blueprintOf(draft).hash()
    if (command.do === 'plan') return
    const settled = this.#settled === undefined ? undefined : blueprintOf(this.#settled).hash()
    const isRepeated = settled === hash && isWhole(run) && command.refresh === undefined
    if (isRepeated && isUndisturbed(run)) this.#note(nothingToDo(run))
    const isWell = ending?.how === 'nothing to do' || (ending?.how === 'ran' && ending.result.outcome === 'succeeded')
    guardedAfter(run, isWell && isWhole(run), this.facts)
    // The last thing that is recorded of it may not have reached who is told.
    const isRecorded = this.#recordedWell.has(`run-${run.pid}`)
    if ((isWell || isRecorded) && run.program !== undefined) this.#forgetFormerNames(run.program.asked)
    if (isWell && command.do !== 'up') this.#forgetWhatWasDoneByHand(run)
    this.#settled = undefined
    if (!isWell || !isWhole(run)) return
    if (command.refresh === true) this.#forgetWhatWasDoneByHand(run)
    this.#note(asWanted(run, this.facts))
    this.#note(linksAsWanted(run, this.facts))
    this.#note(formerEndsAreFree(run, this.facts))
    // A thing that nobody knows about may come up at any time; what a way back leaves, as it is retained or protected, is to go next.
    const { committed } = this.facts
    const isInDoubt = [...committed.rows.values()].some((row) => committed.isInDoubt(row))
    const isLeft = run.wayBack !== undefined && committed.rows.size > wantedOf(draft).length
    if (!isInDoubt && !isLeft && !hasRemade(run)) this.#settled = draft
    this.#snapshots.set(hash, snapshotOf(draft, this.facts))
  }

  /** A user who has refreshed knows what was done by hand. */
  #forgetWhatWasDoneByHand({ command, isCutShort, plan, program }: Run): void {
    if (command.do === 'destroy' || isCutShort || command.targets !== undefined || command.exclude !== undefined) return
    this.facts.lost.clear()
    const { world, committed } = this.facts
    for (const thing of world.living) {
      // A thing that was to be destroyed, and stays because something may read it, is recorded as it was.
      const isToGo = destroyingStep(plan, thing.owner) !== undefined || isKeptForReader(plan, thing.owner)
      const isNotAskedFor = program?.asked.has(committed.known(thing.owner)?.name ?? '') === false
      const isUntold = thing.isImported && kindOf(thing.type).untold.length > 0
      if (!isToGo && !isNotAskedFor && !isUntold) thing.isTouched = false
    }
  }

  /**
   * A program's names are settled once it has ended well: an earlier name means something new. Identifying properties tell more than names.
   */
  #forgetFormerNames(asked: ReadonlySet<string>): void {
    const { world, committed } = this.facts
    const names = new Map<Thing, string>()
    for (const row of committed.rows.values()) {
      const thing = row.replaced || !asked.has(row.name) ? undefined : thingOf(row, world)
      if (thing !== undefined && kindOf(row.type).definition.identity === undefined) names.set(thing, row.name)
    }
    for (const [hash, snapshot] of this.#snapshots) {
      const left = [...snapshot].filter(([name, { thing }]) => (names.get(thing) ?? name) === name)
      this.#snapshots.set(hash, new Map(left))
    }
  }

  /** The user wants another resource with this name, whatever it was called before. */
  #forget(name: string, draft: Draft): void {
    const { former = [] } = named(draft, name) ?? {}
    const names = new Set([name].concat(former.map((was) => was.name)))
    const isMeant = (one: string, { owner }: Thing): boolean =>
      names.has(one) || names.has(this.facts.committed.known(owner)?.name ?? one)
    for (const [hash, snapshot] of this.#snapshots)
      this.#snapshots.set(hash, new Map([...snapshot].filter(([one, { thing }]) => !isMeant(one, thing))))
  }

  #note(violation: Violation | undefined): void {
    this.violation ??= violation
  }
}

/** Whether the command is an `up` of the whole blueprint. */
function isWhole({ command, wayBack }: Pick<Run, 'command' | 'wayBack'>): boolean {
  const { targets, exclude, replace, saved } = command
  const isPart = targets !== undefined || exclude !== undefined
  return command.do === 'up' && !isPart && replace === undefined && saved === undefined && wayBack !== 'guessed'
}

/** Whether exports keep their values, even of resources that a rollback has made anew. */
function hasRemade({ wayBack, asItWas, draft }: Run): boolean {
  return wayBack !== undefined && asItWas.size < wantedOf(draft).length
}

function isUndisturbed({ isCutShort, command }: Run): boolean {
  return !isCutShort && command.trouble === undefined
}

/** A command ends with an exit code and words for people; any other end is a bug. */
function endsWell({ thrown, command, isCutShort }: Run): Violation | undefined {
  if (thrown === undefined || thrown instanceof Failure) return undefined
  // The user has pressed Ctrl-C while the command was reading.
  if (isCutShort && thrown instanceof DOMException && thrown.name === 'AbortError') return undefined
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown)
  return { rule: 'ends', message: `${command.do} ends with a bug: ${text}` }
}
