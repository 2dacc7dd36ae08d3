// What a submitter can be certified as, and what a project can look for.
export interface Role {
  readonly id: number
  readonly name: string
  readonly nameEn: string
}

export const roles: readonly Role[] = [
  { id: 1, name: '导演', nameEn: 'Director' },
  { id: 2, name: '编剧', nameEn: 'Screenwriter' },
  { id: 3, name: '摄影师', nameEn: 'Cinematographer' },
  { id: 4, name: '剪辑师', nameEn: 'Editor' },
  { id: 5, name: '作曲', nameEn: 'Composer' },
  { id: 6, name: '制片人', nameEn: 'Producer' },
  { id: 7, name: '演员', nameEn: 'Actor' },
  { id: 8, name: '调色师', nameEn: 'Colourist' },
  { id: 9, name: '录音师', nameEn: 'Sound recordist' },
  { id: 10, name: '动画师', nameEn: 'Animator' },
]
