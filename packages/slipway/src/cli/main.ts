/** What bin/slipway starts. The help is answered at once; everything else loads what it needs, and only that. */
import { argv, env } from 'node:process'

const [first, ...rest] = argv.slice(2)

if (first === undefined || (rest.length === 0 && ['--help', '-h', 'help'].includes(first))) {
  const { rootHelp } = await import('./help.ts')
  process.stdout.write(rootHelp())
} else {
  const { programModule } = await import('../bundled/program.ts')
  const { runProgram } = (await import(await programModule(env))) as typeof import('./program.ts')
  await runProgram([first, ...rest])
}
