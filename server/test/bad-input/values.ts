import { scopes } from '@screening-room/contract/call'
import { waitingCalls } from '@screening-room/contract/confirmations'
import { fourEyesActs } from '@screening-room/contract/four-eyes'
import { permissions } from '@screening-room/contract/permissions'
import { recordQueues } from '@screening-room/contract/record'
import { lease } from './good-values.ts'

/* The catalogue of values: what each kind of field does not take, and the exact complaint. */

export interface Bad {
  value: string
  says: string
}

const waitingPaths = Object.values(waitingCalls).flatMap((calls) => calls.map(({ path }) => path))

const notPicture =
  'must be a WebP or JPEG of 256 by 256 pixels, at most 36 kB, with nothing else in it'

const all = (values: string[], says: string): Bad[] => values.map((value) => ({ value, says }))

const notNumbers = [
  ...['-1', '-0', '1.0', '1.', '.5', '1e3', '1E3', '0x10', '0b1', '0o7', '+1', ' 1', '1 ', '1\n'],
  ...[
    '01',
    '00',
    '1_000',
    '1,000',
    '١٢',
    '１２',
    '²',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e400',
    'one',
  ],
  ...[
    '9007199254740992',
    '9007199254740993',
    '99999999999999999',
    '9'.repeat(150),
    '1;2',
    "1' or '1'='1",
  ],
  ...['true', 'false', 'null', 'undefined', '[]', '{}', '1/2', '%31', '1\u200b', '\ufeff1', '1%'],
]

const whole = (least: number, most: number) => `must be a whole number from ${least} to ${most}`
const id = all([...notNumbers, '0', ''], whole(1, Number.MAX_SAFE_INTEGER))
const optional = (values: Bad[]) => values.filter(({ value }) => value !== '')

const notTimes = [
  ...['2024-02-30T00:00:00', '2023-02-29T00:00:00', '2100-02-29T00:00:00', '2024-04-31T00:00:00'],
  ...['2024-01-01T24:00:00', '2024-01-01T23:60:00', '2024-01-01T23:59:60', '2016-12-31T23:59:60'],
  ...['0000-01-01T00:00:00', '1899-12-31T23:59:59', '2200-01-01T00:00:00', '9999-12-31T23:59:59'],
  ...[
    '+275760-09-13T00:00:00',
    '-000001-01-01T00:00:00',
    '2024-01-01T00:00:00Z',
    '2024-13-01T00:00:00',
  ],
  ...['2024-01-01T00:00:00+08:00', '2024-01-01T00:00:00.000', '2024-01-01', '2024-01-01 00:00:00'],
  ...['2024-01-01T00:00', '2024-1-1T0:0:0', '20240101T000000', '2024-W01-1T00:00:00', '1704067200'],
  ...[
    ' 2024-01-01T00:00:00',
    '2024-01-01T00:00:00 ',
    '2024-01-01T00:00:00x',
    '2024-01-01t00:00:00',
  ],
  ...[
    'now',
    'yesterday',
    'infinity',
    '-infinity',
    'epoch',
    '２０２４-01-01T00:00:00',
    '2024-00-01T00:00:00',
  ],
  ...['2024-01-00T00:00:00', "2024-01-01T00:00:00'--", '2024/01/01T00:00:00', 'null', '0'],
]
const time = all(notTimes, 'must be a time like 2026-01-31T00:00:00')

const notCodes = [...notNumbers, '4', '7', '9', '10', '05', '-5', 'pending']
const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].join(', ')
const codes = (...taken: number[]) =>
  all(
    notCodes.filter((code) => !taken.map(String).includes(code)),
    `must be one of ${taken.join(', ')}`,
  )

/** Lengths are counted in code points, so that an emoji counts as one. */
const tooLong = (most: number) =>
  all(
    ['x', '审', '😀', '\u0301', '\u202e'].map((one) => one.repeat(most + 1)),
    `must be at most ${most} characters`,
  )

const notLeases = all(
  [
    '',
    'x',
    '-'.repeat(36),
    lease.toUpperCase(),
    lease.replaceAll('-', ''),
    ` ${lease}`,
    `{${lease}}`,
  ],
  'cannot be read',
)

const among = (...taken: string[]) =>
  all(
    [
      '',
      'Video',
      'videos',
      'account',
      '__proto__',
      'constructor',
      'video ',
      "video'--",
      '0',
      'TRUE',
    ],
    `must be one of ${taken.join(', ')}`,
  )

export const badValues: Record<string, Bad[]> = {
  id,
  authId: id,
  videoId: id,
  projectId: id,
  typeId: id,
  into: id,
  from: id,
  to: id,
  event: id,
  was: optional(id),
  after: optional(id),
  roleId: optional(id),
  memberId: optional(id),
  before: optional(id),
  key: optional(id),
  item: optional(id),
  reopenedFrom: optional(id),
  reasonId: optional(id),
  seal: optional(id),
  person: all(notNumbers, whole(0, Number.MAX_SAFE_INTEGER)),
  words: tooLong(100),
  page: [
    ...optional(all(notNumbers, whole(1, 10_000_000))),
    ...all(['0', '10000001', '1000000000'], whole(1, 10_000_000)),
  ],
  pageSize: [...all(notNumbers, whole(1, 100)), ...all(['0', '101', '1000000'], whole(1, 100))],
  start: time,
  end: time,
  expires: time,
  url: tooLong(500),
  message: tooLong(500),
  search: tooLong(128),
  phone: tooLong(32),
  pwd: tooLong(256),
  current: tooLong(256),
  next: tooLong(256),
  password: tooLong(256),
  secret: tooLong(64),
  ticket: tooLong(64),
  code: tooLong(40),
  credential: tooLong(6000),
  reason: tooLong(200),
  session: optional(notLeases),
  nickName: tooLong(40),
  typeName: tooLong(60),
  typeNameEn: tooLong(60),
  tagName: tooLong(60),
  tagNameEn: tooLong(60),
  name: tooLong(60),
  nameEn: tooLong(60),
  wasName: tooLong(60),
  wasNameEn: tooLong(60),
  state: tooLong(64),
  offlineReasons: optional(id),
  reasonIds: optional(id),
  label: tooLong(30),
  labelEn: tooLong(60),
  text: tooLong(500),
  textEn: tooLong(500),
  policy: tooLong(500),
  policyEn: tooLong(500),
  desk: all(
    [
      '',
      'short',
      'x'.repeat(129),
      'with a space',
      'a/path/up',
      '桌'.repeat(8),
      "desk'--1",
      'desk-1\n',
    ],
    'must be 8 to 128 plain characters',
  ),
  lease: notLeases,
  decision: notLeases,
  receipt: all(['{', '[]', 'null', '1', '""', '{}', '{"played":[]}'], 'cannot be read'),
  version: optional(all([...notNumbers, '0', '2147483648'], whole(1, 2 ** 31 - 1))),
  since: optional(all([...notNumbers, '0', '2147483648'], whole(1, 2 ** 31 - 1))),
  watchedTo: optional(all([...notNumbers, '-1', '101'], whole(0, 100))),
  weekHour: optional(all([...notNumbers, '-1', '168'], whole(0, 167))),
  expiresDays: all([...notNumbers, '0', '3651'], whole(1, 3650)),
  thresholds: all(
    ['0', '3,3', '6,3', '3,', '3;6', '1,2,3,4,5,6', 'x'],
    'must be up to five whole numbers above 0, each above the one before it, like 3,6,10',
  ),
  weights: all(
    ['1', '1:', '1:101', '1:2,', ':2', '1:-1', 'x:1'],
    'must be like 1:2,3:0, each weight from 0 to 100',
  ),
  picture: all(['x', 'AAAA', '%', 'UklGRg=='], notPicture),
  fields: all(['[', '[]', 'null', '1', '{"id":1}'], 'cannot be read'),
  changes: all(['[', '[]', 'null', '1', '{"theme":"neon"}', '{"x":true}'], 'cannot be read'),
  marks: all(['[', '{}', 'null', '[1]', '[{"to":1}]', '[{"from":"1"}]'], 'cannot be read'),
}

const notPhones = all(
  [
    '1234',
    '1'.repeat(21),
    '+',
    '139 0000 0000',
    '139-0000-0000',
    '１３９００００００００',
    'phone',
  ],
  'must be 5 to 20 digits',
)
const notEmails = all(
  [
    'nobody',
    'a@b',
    'two words@example.com',
    'a@example.com,b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'A <a@example.com>',
    `${'a'.repeat(65)}@example.com`,
    'a@例子.example',
  ],
  'must be an e-mail address like name@example.com',
)
const kinds = ['certification', 'project', 'video', 'report', 'category', 'tag']
const notKinds = optional(among(...kinds))

/** Codes differ between calls, so they go by call as well. */
export function badCodes(call: string, field: string): Bad[] | undefined {
  if (field === 'queue') return badQueues(call)
  if (call === 'record.list' && field === 'action') return tooLong(200)
  if (call === 'record.list' && field === 'desk') return tooLong(100)
  if (field === 'standing') return optional(among('yes'))
  if (field === 'timed') return optional(among('waited', 'inHand'))
  if (field === 'action') return among('approve', 'reject', 'takeDown', 'dismiss')
  if (field === 'role') return call === 'team.list' ? optional(tooLong(64)) : tooLong(64)
  if (field === 'factor') return optional(among('with', 'without'))
  if (call === 'team.list' && field === 'state')
    return optional(among('active', 'invited', 'disabled'))
  if (field === 'name' && call.startsWith('roles.')) return tooLong(40)
  if (field === 'reason' && call.startsWith('confirmations.')) return tooLong(500)
  if (field === 'call') return among(...waitingPaths)
  if (field === 'acts') return optional(among(...fourEyesActs))
  if (field === 'permissions') return optional(among(...permissions))
  if (field === 'phone' && call === 'team.invite') return notPhones
  if (field === 'email') return notEmails
  if (field === 'outcome') return optional(among('waiting', 'delivered', 'dead'))
  if (field === 'kinds') return notKinds
  if (field === 'scopes') return optional(among(...scopes))
  if (field === 'span') return optional(among('today', '7', '30', '90'))
  if (['active', 'hidden', 'paused', 'required'].includes(field)) return among('true', 'false')
  if (field === 'kind') return among('category', 'tag')
  if (field === 'order')
    return optional(among('newest', 'oldest', call === 'reports.list' ? 'reported' : 'waiting'))
  if (field === 'language') return optional(among('zh', 'en', 'ja', 'ko', 'other', 'unknown'))
  if (field === 'digit')
    return all(
      notCodes.filter((code) => !/^[1-9]$/.test(code)),
      `must be one of ${digits}`,
    )
  if (field === 'viewStatus' || (field === 'status' && call === 'reports.list'))
    return codes(0, 5, 3, 8, 9)
  if (field === 'status') return codes(0, 5, 3, 9)
  if (field !== 'videoType') return undefined
  if (call.startsWith('videos.personal'))
    return [...codes(1), ...all(['0', '2'], 'must be one of 1')]
  if (call === 'reports.list' || call === 'focus.next') return codes(0, 1, 2)
  return [...codes(0, 2), ...all(['1'], 'must be one of 0, 2')]
}

function badQueues(call: string): Bad[] {
  if (call === 'record.list')
    return optional(among(...recordQueues)).filter(({ value }) => value !== 'account')
  if (call.startsWith('focus.'))
    return among('project-video', 'personal-video', 'auth', 'project', 'report')
  const some = ['certification', 'project', 'video']
  return /^(?:history\.list|record\.)/.test(call) ? among(...some, 'report') : among(...some)
}
