// The end of `npm ci`: builds what runs. In JavaScript, because an older Node must be able to say that it is one.
import process from 'node:process'

const [major = ''] = process.versions.node.split('.')
if (Number(major) >= 24) {
  const { buildSlipway } = await import('./slipway.ts')
  await buildSlipway()
} else {
  console.error(
    `Slipway is built on Node 24 or newer, and this is ${process.version}: either npm was told to leave out optional\n` +
      'packages, which bring Node along for Linux, or there is none for this machine. Install Node 24, then: npm run build',
  )
  process.exitCode = 1
}
