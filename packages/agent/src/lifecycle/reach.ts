import { findPath } from '@slipway/graph'
import { Failure } from '@slipway/model'
import { targetText } from '../dependency.ts'
import type { Assembly } from '../lookup/assemble.ts'
import type { Plugin } from '../plugin.ts'
import type { PluginStates } from './states.ts'
import { Hard, Optional, type Target } from '../plugin.ts'
import type { Phase } from '../life.ts'

/** Returns the dependency that a hook asks for. For errors see `PluginContext.use`. */
export function reach(
  assembly: Assembly,
  states: PluginStates,
  user: number,
  phase: Phase,
  dependency: Target<unknown> | Hard<unknown> | Optional<unknown>,
): Plugin | undefined {
  const isDeclared = dependency instanceof Hard || dependency instanceof Optional
  const target = isDeclared ? dependency.target : dependency
  const userName = assembly.names[user] as string
  const found = assembly.candidates.one(target, user, userName)
  if (found === undefined) {
    if (dependency instanceof Optional) return undefined
    throw new Failure(
      'agent/unknown-plugin',
      `${userName} uses ${targetText(target)}, which this agent does not have`,
      {
        hint: 'declare the plugin as a dependency and use allPlugins(), or list it in plugins()',
      },
    )
  }
  const state = states.states[found]
  if (phase === 'init' && (state === 'registered' || state === 'initialising')) throw tooEarly(assembly, user, found)
  return assembly.plugins[found]
}

function tooEarly(assembly: Assembly, user: number, used: number): Failure {
  const name = (index: number): string => assembly.names[index] as string
  const back = findPath(assembly.graph, used, user)
  const why =
    back === undefined ? 'it comes later' : `they depend on each other: ${[user, ...back].map(name).join(' -> ')}`
  return new Failure(
    'agent/not-initialised',
    `${name(user)} uses ${name(used)} in init, but ${name(used)} is not initialised yet (${why}); use it in afterInit, when every plugin is`,
  )
}
