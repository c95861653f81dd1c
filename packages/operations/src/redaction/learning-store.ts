import type { StateChange, StateStore } from '@slipway/stores'
import type { Redactor } from './redactor.ts'

/**
 * Makes a store that teaches the redactor every committed secret. Intents are committed before the call, so the redactor knows a call's secrets
 * before the plugin can print them. It learns computed secrets as soon as they are recorded.
 */
export function learningStore(store: StateStore, redactor: Redactor): Pick<StateStore, 'commit' | 'runs'> {
  return {
    runs: (instance, limit, onDamaged) => store.runs(instance, limit, onDamaged),
    commit: (lease, changes) => {
      for (const change of changes) learn(change, redactor)
      return store.commit(lease, changes)
    },
  }
}

function learn(change: StateChange, redactor: Redactor): void {
  if (change.kind === 'begin') redactor.learn(change.intent.resource.spec)
  else if (change.kind === 'resource') redactor.learn(change.resource.spec)
}
