# Starts yq with the modules and the jq of its image.
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(here, "yq-packages"))
os.environ["PATH"] = os.path.join(here, "bin") + os.pathsep + os.environ.get("PATH", "")
sys.argv[0] = "yq"

from yq import cli  # noqa: E402

sys.exit(cli())
