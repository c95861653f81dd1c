import { Containers } from '../../reality/recorded/stands-in.ts'
import { type End, isReplacement, type PlanStep, type Replacement } from '../shape/plan.ts'

/** Notes on retained resources that they will be lost because the plan destroys their container. */
export function notingRetainedButLost(steps: readonly PlanStep[]): readonly PlanStep[] {
  if (!steps.some(isKeptOutside)) return steps
  const destroyed = new Map(steps.flatMap((step) => (isDestroyed(step) ? [[step.current?.id, step.name]] : [])))
  if (destroyed.size === 0) return steps
  const containers = new Containers(steps.flatMap(({ current }) => current ?? []))
  return steps.map((step) => {
    if (!isKeptOutside(step)) return step
    const around = [...containers.around(step.current)]
    const [lostWith] = around.flatMap(({ id }) => destroyed.get(id) ?? [])
    return lostWith === undefined ? step : { ...step, lostWith }
  })
}

function isKeptOutside(step: PlanStep): step is Replacement | End {
  if (isReplacement(step)) return step.retainsOld === true
  return step.action === 'forget' && step.current.removalPolicy === 'retain'
}

function isDestroyed({ action, blocked, retainsOld }: PlanStep): boolean {
  return blocked === undefined && (action === 'delete' || (action === 'replace' && retainsOld !== true))
}
