import { type Diagnostic, isList, isMap } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import type { Observer } from '../../events.ts'

/** Warns about hooks of destroyed resources that are not called, because no program runs. */
export function tellUncalledHooks(state: InstanceState | undefined, observe: Observer): void {
  const diagnostics = (state?.resources ?? []).flatMap(({ name, spec: { hooks } }): Diagnostic[] => {
    if (!isMap(hooks)) return []
    const names = [hooks['before_delete'], hooks['after_delete']].flatMap((each) =>
      isList(each) ? each.map(String) : [],
    )
    if (names.length === 0) return []
    return [
      {
        code: 'programs/uncalled-hooks',
        severity: 'warning',
        message: `hooks of ${name} are not called, because no program runs: ${[...new Set(names)].join(', ')}`,
        hint: 'slipway destroy --run-program runs the program for them',
      },
    ]
  })
  if (diagnostics.length > 0) observe({ type: 'warnings', diagnostics })
}
