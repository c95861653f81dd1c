import type { AgentHealth, TimelineEntry } from '@slipway/agent'
import { composeEngine } from '../../compose.ts'
import { ignore } from '../../events.ts'
import { findProject, type ProjectRequest } from '../../project/project.ts'
import type { Slipway } from '../../slipway.ts'
import { tellLeftOut } from '../../trust/tell-left-out.ts'

/** The parts of a run, in start order. */
export interface AgentReport {
  readonly plan: readonly string[]
  readonly health: AgentHealth
  readonly timeline: readonly TimelineEntry[]
}

/** Starts and stops the engine of an operation, to show its parts. */
export async function doctorAgent(
  slipway: Slipway,
  request: ProjectRequest = {},
  observe = ignore,
): Promise<AgentReport> {
  const { settings, folders, trust, files } = await findProject(slipway, request, 'looks')
  tellLeftOut({ trust, settings }, observe)
  const onPluginTrouble = (message: string): void => observe({ type: 'notice', message })
  const { agent } = await composeEngine({ slipway, settings, folders, trust, files, access: 'read', onPluginTrouble })
  await agent.start()
  const health = agent.health()
  await agent.stop()
  return { plan: agent.plan(), health, timeline: agent.timeline() }
}
