"""Programs of the npm registry that tests run beside ours."""

import shutil
import subprocess

import pytest


def installed(package, folder):
    """Install *package*, with its version, into *folder*, and give its ``node_modules``; skips where that can't be done."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip(f"node isn't here, which {package} runs on")
    command = ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"]
    try:
        subprocess.run([*command, "--prefix", str(folder), package], check=True, capture_output=True, timeout=120)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"{package} couldn't be installed: {type(error).__name__}")
    return folder / "node_modules"
