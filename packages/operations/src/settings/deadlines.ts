import type { Deadlines } from '@slipway/engine'
import type { Settings } from './settings.ts'

/** Returns the time limits of calls. The default for deploy and destroy is `plugins.callMs`. */
export function deadlinesOf(settings: Settings): Deadlines {
  const of = (name: keyof Deadlines): number => settings.number('deadlines', `${name}Ms`)
  const change = (name: 'deploy' | 'destroy'): number =>
    settings.get('deadlines', `${name}Ms`) === undefined ? settings.number('plugins', 'callMs') : of(name)
  return {
    deploy: change('deploy'),
    destroy: change('destroy'),
    externalState: of('externalState'),
    validate: of('validate'),
    diff: of('diff'),
    upgrade: of('upgrade'),
    fetch: of('fetch'),
    callFunction: of('callFunction'),
    hasStabilised: of('hasStabilised'),
    stabilise: of('stabilise'),
    firstPoll: of('firstPoll'),
    longestPoll: of('longestPoll'),
    settle: of('settle'),
  }
}
