import { Failure } from '@slipway/model'
import type { Sealer } from '../../port.ts'
import { damagedSecret, keyIdOf, wrongKey } from '../sealed-text.ts'
import { sealerOfKeys } from '../sealer-of-keys.ts'
import { refusalOfSecondKey, type Sealing } from '../state-seal.ts'
import { recipientName, shownName, type SealedTeam, type Team } from './team.ts'
import { isTeamKey } from './team-key.ts'

/** The sealer of a state: that of its team, if any. Cached while the team stays the same, because opening it may be slow. */
export class StateSealer {
  readonly #own: Sealer
  #single: { readonly state: string; readonly sealer: Sealer } | undefined
  /** The reason why the user's own sealer must not seal in the state. */
  #refusal: unknown
  #known: { readonly team: SealedTeam; readonly sealer: Sealer } | undefined

  /** @param own the user's own sealer: seals if there is no team, and opens texts from before the team */
  constructor(own: Sealer) {
    this.#own = own
  }

  for({ state, team }: Sealing): Sealer {
    if (team === undefined) {
      if (this.#single?.state !== state) this.#single = { state, sealer: this.#withoutTeam(state) }
      return this.#single.sealer
    }
    if (this.#known?.team.list !== team.list || !hasSameRows(this.#known.team, team))
      this.#known = { team, sealer: teamSealer(this.#own, team, state) }
    return this.#known.sealer
  }

  /**
   * The same sealer for a state that others share. It does not seal if the state has secrets that this user cannot open: without a team, too,
   * a state does not get a second key. See {@link refusalOfSecondKey}.
   */
  async forShared(sealing: Sealing, keysInUse: () => Promise<readonly string[]>): Promise<Sealer> {
    if (sealing.team === undefined) this.#refusal = await refusalOfSecondKey(sealing, this.#own, keysInUse)
    return this.for(sealing)
  }

  /** The user's sealer for a state without recipients. Before its first use, checks that the user has not seen a team there. */
  #withoutTeam(state: string): Sealer {
    const own = this.#own
    let isAsked = false
    const asked = (): Sealer => {
      if (!isAsked) own.openTeam?.(undefined, state)
      isAsked = true
      return own
    }
    return {
      get keyId() {
        return own.keyId
      },
      seal: (plain, place) => {
        if (this.#refusal !== undefined) throw this.#refusal
        return asked().seal(plain, place)
      },
      unseal: (text, place) => asked().unseal(text, place),
      unsealUnbound: (text) => asked().unsealUnbound(text),
      ...(own.openTeam && { openTeam: own.openTeam }),
    }
  }
}

function hasSameRows(a: SealedTeam, b: SealedTeam): boolean {
  return JSON.stringify(a.recipients) === JSON.stringify(b.recipients)
}

function teamSealer(own: Sealer, sealed: SealedTeam, state: string): Sealer {
  let found: { readonly team: Team | undefined } | undefined
  const team = (): Team => {
    found ??= { team: own.openTeam?.(sealed, state) }
    if (found.team === undefined) throw noRecipient(sealed)
    if (found.team.foreign.length > 0) throw foreignRecipients(found.team.foreign)
    return found.team
  }
  const sealer = sealerOfTeam(own, sealed.key, team)
  return {
    ...sealer,
    unseal(text, place) {
      const keyId = keyIdOf(text)
      // A saved plan may be older than the closing of a key, but records were resealed.
      if (place.purpose === 'state' && isTeamKey(keyId) && keyId !== sealed.key) refuseClosed(keyId, team())
      return sealer.unseal(text, place)
    },
  }
}

function refuseClosed(keyId: string, { former }: Team): void {
  if (former.find(({ id }) => id === keyId)?.isClosed === true)
    throw damagedSecret(
      `a secret is sealed with the key ${keyId}, but everything in this state has been sealed again since: somebody with the old key added it`,
    )
}

/** Seals with the team's key and opens with all its keys, past and present. `own` opens all other texts. */
export function sealerOfTeam(own: Sealer, id: string, team: () => Pick<Team, 'key' | 'former'>): Sealer {
  const ofTeam = sealerOfKeys({
    ownId: id,
    own: () => team().key,
    of({ keyId }) {
      const { key, former } = team()
      const known = [key, ...former].find((each) => each.id === keyId)
      if (known !== undefined) return known
      throw wrongKey(
        `a secret was sealed with the key ${keyId}, which this state has never had`,
        'restore a backup of it',
      )
    },
  })
  return {
    keyId: id,
    seal: (plain, place) => ofTeam.seal(plain, place),
    unseal: (text, place) => (isTeamKey(keyIdOf(text)) ? ofTeam : own).unseal(text, place),
    unsealUnbound: (text) => own.unsealUnbound(text),
    ...(own.openTeam && { openTeam: own.openTeam }),
  }
}

function noRecipient({ recipients }: SealedTeam): Failure {
  const names = firstNames(recipients.map(({ name }) => name))
  return wrongKey(
    `the secrets of this state are sealed for ${names}, and no key of yours is among theirs`,
    'print your public key with "slipway key show", and let one of them run: slipway state key add NAME PUBLIC',
  )
}

export function foreignRecipients(names: readonly string[]): Failure {
  const who = firstNames(names)
  return new Failure(
    'state/foreign-recipient',
    `${who}: in the list of recipients in the state, but nobody with its key added that`,
    { hint: `find out who can write the state; slipway state key remove ${quoted(names[0] ?? 'NAME')} removes it` },
  )
}

/** The first names, since anyone with write access to the state can add thousands. */
function firstNames(names: readonly string[]): string {
  const first = names.slice(0, 10).map(shownName).join(', ')
  return names.length > 10 ? `${first} and ${names.length - 10} more` : first
}

/** Quotes a name for a line to copy into a shell. */
function quoted(name: string): string {
  return recipientName.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`
}
