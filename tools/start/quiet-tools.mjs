/** The tools of a build send nothing home, and say nothing about newer versions. */
export const quietTools = {
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  NO_UPDATE_NOTIFIER: '1',
  npm_config_update_notifier: 'false',
}
