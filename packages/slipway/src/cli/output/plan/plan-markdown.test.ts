import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Plan, PlanStep } from '@slipway/engine'
import { secret } from '@slipway/model'
import { planMarkdown } from './plan-markdown.ts'

function step(about: Partial<PlanStep> & Pick<PlanStep, 'name' | 'action'>): PlanStep {
  return { key: about.name, type: 'local/file', changes: [], replaceBecause: [], after: [], ...about } as PlanStep
}

function plan(steps: readonly PlanStep[]): Plan {
  const frame = { format: 3, operation: 'up', instance: 'site', stateVersion: 1, blueprintHash: 'h' } as const
  return { ...frame, regrouped: [], steps, exports: {}, exportsChanged: false }
}

describe('a plan for a comment on GitHub', () => {
  test('has a line for each step, which opens to its differences', () => {
    const changes = [
      { path: 'spec.token', previous: secret('a'), next: secret('b') },
      { path: 'spec.text', previous: 'one\n```\n', next: 'two\n```\n' },
    ]
    const made = plan([step({ name: 'page', action: 'update', changes }), step({ name: 'old', action: 'delete' })])
    assert.equal(
      planMarkdown(made),
      `### Plan for site: 1 to update, 1 to delete

<details><summary><code>&#126; page (local/file) will be updated in place</code></summary>

\`\`\`\`diff
! token: (secret) -> (secret) (changed)
! text:
-     one
+     two
       \`\`\`
\`\`\`\`

</details>

- <code>- old (local/file) will be destroyed</code>
`,
    )
  })

  test('escapes everything that Markdown or HTML would interpret', () => {
    const reason = '<script> **bold** @everybody `x` | [a](b)'
    const [line = ''] = planMarkdown(plan([step({ name: 'x', action: 'delete', reason })]))
      .split('\n')
      .slice(2)
    assert.doesNotMatch(line.replace('<code>', '').replace('</code>', ''), /[<>*@`|[\]]/)
  })

  test('fits into a comment, and counts the rest', () => {
    const steps = Array.from({ length: 2000 }, (_, index) =>
      step({ name: `r${index}`, action: 'create', changes: [{ path: 'spec.text', next: 'x'.repeat(100) }] }),
    )
    const text = planMarkdown(plan(steps))
    assert.ok(text.length < 65_536, String(text.length))
    const shown = text.split('<details>').length - 1
    assert.match(text, new RegExp(`… and ${2000 - shown} more: `))
  })
})
