"""Finds the browser that the page's tests drive.

`python -m tests.page.browser` starts it once, and tells which one it is.
"""

from __future__ import annotations

import os
import shutil
import sys

from playwright.sync_api import Error, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
_NOT_NEEDED = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),  # two pages of its own, beside each page of ours: half the work of a visit
    # This list replaces Playwright's, so it repeats what Playwright switches off.
    *(
        "AvoidUnnecessaryBeforeUnloadCheckSync",
        "DestroyProfileOnBrowserClose",
        "HttpsUpgrades",
        "HttpsFirstBalancedModeAutoEnable",
    ),
    *("LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
"""Features of Chromium that no page needs."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(_NOT_NEEDED)}",
]


def executable() -> str | None:
    """The browser that CHROMIUM names, else the system's; without either None, for the one that Playwright has fetched."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def main() -> None:
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
            print(f"{executable() or playwright.chromium.executable_path}, {browser.version}")
            browser.close()
    except Error as error:
        sys.exit(f"There is no browser that starts: {error.message.splitlines()[0]}")


if __name__ == "__main__":
    main()
