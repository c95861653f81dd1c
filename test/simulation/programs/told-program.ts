import type { Run, ToldProgram } from '../model/facts.ts'
import type { ProgramListener } from '../command/command-parts.ts'

/** Records a program's calls during a run. */
export function listenerOf(run: Run, isPlan: boolean): ProgramListener {
  const told: ToldProgram = { asked: new Set(), isOver: false }
  if (!isPlan) run.program = told
  return {
    asks: (name) => void told.asked.add(name),
    endsWell: () => {
      told.isOver = true
    },
    interrupted: () => {
      run.isCutShort = true
    },
  }
}
