import { Skeleton } from 'antd'

export function ScreenSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton active title={false} paragraph={{ rows: 12, width: '100%' }} />
    </div>
  )
}
