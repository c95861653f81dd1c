import { type Plan, doomedSteps } from '@slipway/engine'
import type { PlannedTasks } from '@slipway/operations/events'
import type { Picture } from '../../../picture/picture.ts'
import { paint } from '../../console/console.ts'
import type { ChangeTextOptions } from '../steps/change-text.ts'
import { planSummary } from './plan-summary.ts'
import { linkLines, stepLines, stepType } from '../steps/step-text.ts'

const plain = paint({ color: false })

/** A plan as a picture: each step with its lines from the terminal, and the order between steps. */
export function planPicture(plan: Plan, options: ChangeTextOptions = {}, tasks?: PlannedTasks): Picture {
  const { steps, links = [] } = plan
  const inVain = doomedSteps(plan)
  return {
    title: `${plan.operation}: ${plan.instance}`,
    summary: planSummary(plan, tasks),
    nodes: [
      ...steps.map((step) => ({
        id: step.key,
        name: step.name,
        type: stepType(step),
        action: step.action,
        isLink: false,
        lines: stepLines(step, plan, plain, { ...options, inVain }),
      })),
      ...links.map((link) => ({
        id: link.key,
        name: link.name,
        type: link.type,
        action: link.action,
        isLink: true,
        lines: linkLines(link, plan, plain, options),
      })),
    ],
    edges: edgesOf([...steps, ...links]),
  }
}

/** Edges between the shown steps: the removal of a replaced resource has no place of its own. */
function edgesOf(steps: readonly { readonly key: string; readonly after: readonly string[] }[]): Picture['edges'] {
  const shown = new Set(steps.map(({ key }) => key))
  return steps.flatMap(({ key, after }) =>
    after.filter((other) => shown.has(other)).map((other) => ({ from: other, to: key })),
  )
}
