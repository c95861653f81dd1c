/** What bin/slipway starts. The help is answered at once; everything else loads what it needs. */
import { rootHelp } from './help.ts'

const [first, ...rest] = process.argv.slice(2)

if (first === undefined || (rest.length === 0 && ['--help', '-h', 'help'].includes(first))) {
  process.stdout.write(rootHelp())
} else {
  const { programModule } = await import('../bundled/program.ts')
  const { runProgram } = (await import(await programModule(process.env))) as typeof import('./program.ts')
  await runProgram([first, ...rest])
}
