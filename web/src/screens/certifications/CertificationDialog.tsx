import { type Certification, certificationCalls } from '@screening-room/contract/certifications'
import { Suspense } from 'react'
import { canAct, permitted } from '../../api/permissions.ts'
import { AboutItem } from '../../shared/AboutItem.tsx'
import {
  DetailDialog,
  type DialogAction,
  Field,
  Fields,
  PlatformId,
} from '../../shared/DetailDialog.tsx'
import { shownTime } from '../../shared/dates.ts'
import { pictureAddress, pictureList } from '../../shared/format.ts'
import { HeldNote } from '../../shared/Held.tsx'
import { History, useDecided } from '../../shared/History.tsx'
import { Erased, ItemNotes } from '../../shared/ItemNotes.tsx'
import { Later } from '../../shared/Later.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { MemberLink } from '../../shared/MemberLink.tsx'
import { MissingHere } from '../../shared/MissingHere.tsx'
import { NoItem } from '../../shared/NoItem.tsx'
import { openCertificates } from '../../shared/open-certificates.ts'
import { Phone } from '../../shared/Phone.tsx'
import { ReviewStatus } from '../../shared/ReviewStatus.tsx'
import { withVersion } from '../../shared/seen-version.ts'
import { useAction } from '../../shared/useAction.ts'
import { useItem } from '../../shared/useItem.ts'
import { useRejectDialog } from '../../shared/useRejectDialog.tsx'
import { useReopen } from '../../shared/useReopen.ts'
import { useRoleName } from '../../shared/useRoles.ts'
import { type NextItem, useThenNext } from '../../shared/useThenNext.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { SkeletonBox } from '../../ui/Skeleton.tsx'
import { Text } from '../../ui/Text.tsx'

const Pictures = lazyPart(() => import('../../shared/Pictures.tsx'), MissingHere)
const { approve: approveCall, reject: rejectCall, get, list } = certificationCalls

interface CertificationDialogProps extends NextItem {
  id: number
  /** The item from the list, if it is on the current page. */
  listed: Certification | undefined
}

export function CertificationDialog({ id, listed, ...nextItem }: CertificationDialogProps) {
  const { t } = useTranslation()
  const { onClose } = nextItem
  const { onDecided, tick } = useThenNext(nextItem)
  const { item, reading } = useItem(get, id, listed)
  const decided = useDecided('certification', id, item?.authStatus)

  const reload = [list, get]
  const approve = useAction(approveCall, {
    done: 'done.approved',
    failed: { plain: 'errors.review', withMessage: 'errors.approveFailed' },
    reload,
  })
  const reject = useAction(rejectCall, {
    done: 'done.rejected',
    failed: { plain: 'errors.review', withMessage: 'errors.rejectFailed' },
    reload,
  })
  const askReason = useRejectDialog()
  const reopen = useReopen({
    queue: 'certification',
    id,
    at: item?.authStatus,
    reload,
    onDone: onClose,
  })
  const roleName = useRoleName()
  const running = approve.running || reject.running
  const may = (action: 'approve' | 'reject') =>
    item !== undefined && canAct('certification', action, item.authStatus) && !running

  return (
    <DetailDialog
      itemId={id}
      title={item?.nickName}
      onClose={onClose}
      beside={tick}
      actions={permitted<DialogAction>('certification', [
        ...reopen,
        {
          key: 'reject',
          label: t('common.reject'),
          tone: 'danger',
          disabled: !may('reject'),
          loading: reject.running,
          hint: decided,
          onClick: () => {
            const run = withVersion(item?.version, reject.run)
            askReason({
              list: 'certification',
              id,
              title: t('certifications.rejectTitle'),
              submit: (message) => run({ authId: id, message }),
              onDone: onDecided,
            })
          },
        },
        {
          key: 'approve',
          label: t('common.approve'),
          tone: 'primary',
          disabled: !may('approve'),
          loading: approve.running,
          hint: decided,
          onClick: async () => {
            if (!(await withVersion(item?.version, approve.run)({ authId: id }))) onDecided()
          },
        },
      ])}
    >
      {!item && <NoItem reading={reading} missing={t('certifications.missing')} />}
      {item && (
        <>
          <HeldNote list="certification" id={id} at={item.authStatus} />
          <ItemNotes queue="certification" id={id} facts={item} settled={!reading.isFetching} />
          <Fields>
            <Field label={t('certifications.id')}>{item.id}</Field>
            <Field label={t('certifications.name')}>
              <MemberLink id={item.memberId}>
                {item.erased ? <Erased /> : <Text>{item.nickName}</Text>}
              </MemberLink>
            </Field>
            <Field label={t('certifications.submitTime')}>
              <Text>{shownTime(item.createTime)}</Text>
            </Field>
            <Field label={t('certifications.status')}>
              <ReviewStatus value={item.authStatus} />
            </Field>
            <Field label={t('certifications.role')}>
              <Text>{roleName(item.authRoleId)}</Text>
            </Field>
            <Field label={t('certifications.phone')}>
              <Phone of={item} masked />
            </Field>
            <Field label={t('certifications.remark')} wide>
              <Text fallback={t('certifications.noRemark')}>{item.authIntroduce}</Text>
            </Field>
            <Field label={t('certifications.pictures')} wide>
              <Later before={<SkeletonBox className="sr-skeleton-pictures" />}>
                <Suspense fallback={<SkeletonBox className="sr-skeleton-pictures" />}>
                  <Pictures
                    addresses={pictureList(item.authPicPath).map(pictureAddress)}
                    none={t('pictures.none')}
                    large
                    onShown={() => openCertificates(id)}
                  />
                </Suspense>
              </Later>
            </Field>
            <PlatformId id={item.externalId} />
          </Fields>
          <AboutItem list="certification" id={id} />
          {decided && <p className="sr-decided">{decided}</p>}
          <History queue="certification" id={id} />
        </>
      )}
    </DetailDialog>
  )
}
