import type { HookAPI } from 'antd/es/modal/useModal'

type Confirm = ReturnType<HookAPI['confirm']>

/** While a confirm dialog's action runs, its buttons are off and Escape does not close it. */
export function hold(dialog: Confirm, running: boolean) {
  dialog.update((now) => ({
    ...now,
    keyboard: !running,
    okButtonProps: { ...now.okButtonProps, loading: running },
    cancelButtonProps: { ...now.cancelButtonProps, disabled: running },
  }))
}
