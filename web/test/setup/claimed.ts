/** A claimed project, as the server returns it. */
export const claimed = (id: number) => ({
  lease: `lease-${id}`,
  id,
  secondsLeft: 300,
  project: {
    id,
    title: `Project ${id}`,
    ownerId: 1,
    ownerCertified: true,
    roleIds: [],
    videoCount: 0,
    status: 0,
    createTime: '2026-01-01T00:00:00',
    videos: [],
  },
})
