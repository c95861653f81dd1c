import { statfsSync } from 'node:fs'

/** File systems without owners and modes, or with those of another system, by the number that statfs reports. */
const withoutModes: ReadonlySet<number> = new Set([
  0x4d44, // vfat
  0x20_11_ba_b0, // exfat
  0x53_46_54_4e, // ntfs
  0x73_66_74_6e, // ntfs3
  0x65_73_55_46, // fuse: ntfs-3g, shares of virtual machines
  0x01_02_19_97, // 9p
  0x53_46_48_46, // drvfs
  0x78_6f_42_56, // vboxsf
  0xba_cb_ac_bc, // hgfs
  0xff_53_4d_42, // cifs
  0xfe_53_4d_42, // smb2
])

/** True if the file system invents the modes of a path, so that they say nothing about who can write it. */
export function isOnMadeUpModes(path: string): boolean {
  try {
    return withoutModes.has(statfsSync(path).type % 2 ** 32)
  } catch {
    return false
  }
}
