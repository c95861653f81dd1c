/** `linux-amd64`, `darwin-arm64`: the words of Go, which all three ecosystems use. */
export type Platform = `${string}-${string}`

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64', ia32: '386', arm: 'arm' }

export function platformOf(os: string = process.platform, arch: string = process.arch): Platform {
  return `${os === 'win32' ? 'windows' : os}-${architectures[arch] ?? arch}`
}
